//! Slint's one pointer, where fingers reach Slint first (Android).
//!
//! When a second finger comes down Slint releases the first one, which is still
//! there, and says so under the number of the *second*. When the second lifts
//! the first is pressed again where it is. So a release under another number
//! is none, and a press after it goes on where the first one was. Pure.

use crate::touch::Finger;

/// What a press is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Down {
    /// A new one.
    First,
    /// The finger was there all the time.
    Again,
    /// A new one, and of the finger that was down before we shall hear no more.
    Instead(Finger),
}

/// Who presses.
#[derive(Debug, Clone, Copy, Default)]
pub struct SlintPointer {
    down: Option<Finger>,
    /// A release came that was not its own.
    doubtful: bool,
}

impl SlintPointer {
    /// Who is down.
    pub fn down(self) -> Option<Finger> {
        self.down
    }

    /// Slint says that `finger` came down.
    pub fn pressed(&mut self, finger: Finger) -> Down {
        let doubtful = std::mem::take(&mut self.doubtful);
        match self.down.replace(finger) {
            Some(before) if before != finger => Down::Instead(before),
            Some(_) if doubtful => Down::Again,
            _ => Down::First,
        }
    }

    /// Slint says that `finger` lifted. Returns whether that is so.
    pub fn released(&mut self, finger: Finger) -> bool {
        let is_real = self.down == Some(finger);
        if is_real {
            *self = SlintPointer::default();
        } else {
            self.doubtful = self.down.is_some();
        }
        is_real
    }

    /// Slint takes the pointer away. Returns from whom.
    pub fn cancelled(&mut self) -> Option<Finger> {
        std::mem::take(self).down
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Finger = Finger::touch(0);
    const B: Finger = Finger::touch(1);

    #[test]
    fn the_mouse_presses_and_releases() {
        let mut pointer = SlintPointer::default();
        for _ in 0..2 {
            assert_eq!(pointer.pressed(Finger::MOUSE), Down::First);
            assert_eq!(pointer.down(), Some(Finger::MOUSE));
            assert!(pointer.released(Finger::MOUSE));
            assert!(!pointer.released(Finger::MOUSE));
        }
        // A release that never came changes nothing.
        assert_eq!(pointer.pressed(Finger::MOUSE), Down::First);
        assert_eq!(pointer.pressed(Finger::MOUSE), Down::First);
        assert_eq!(pointer.cancelled(), Some(Finger::MOUSE));
        assert_eq!(pointer.cancelled(), None);
    }

    #[test]
    fn a_second_finger_comes_and_goes() {
        let mut pointer = SlintPointer::default();
        pointer.pressed(A);
        assert!(!pointer.released(B), "the opponent's tap lets nothing go");
        assert_eq!(pointer.pressed(A), Down::Again);
        assert!(pointer.released(A));
    }

    #[test]
    fn the_first_finger_lifts_before_the_second() {
        let mut pointer = SlintPointer::default();
        pointer.pressed(A);
        pointer.released(B);
        assert_eq!(pointer.pressed(B), Down::Instead(A));
        assert!(pointer.released(B));
    }
}

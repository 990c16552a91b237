//! What winit tells and Slint would not pass on: each finger, before Slint makes
//! one pointer of them, and files that are dropped on the window.

use slint::ComponentHandle;
use slint::winit_030::winit::dpi::LogicalPosition;
use slint::winit_030::winit::event::{self, DeviceId, WindowEvent};
use slint::winit_030::{EventResult, WinitWindowAccessor};

use super::App;
use crate::touch::{Finger, Phase, Point};

/// The numbers of the fingers that are down, those of all screens together.
#[derive(Debug, Default)]
struct Numbers(Vec<Option<(DeviceId, u64)>>);

impl Numbers {
    /// The finger of `touch`; its number is free again when it lifts.
    fn finger(&mut self, touch: &event::Touch) -> Finger {
        let key = Some((touch.device_id, touch.id));
        let taken = self.0.iter().position(|&slot| slot == key);
        let free = || self.0.iter().position(Option::is_none);
        let slot = taken.or_else(free).unwrap_or_else(|| {
            self.0.push(None);
            self.0.len() - 1
        });
        self.0[slot] = match touch.phase {
            event::TouchPhase::Started | event::TouchPhase::Moved => key,
            event::TouchPhase::Ended | event::TouchPhase::Cancelled => None,
        };
        // So many fingers has nobody.
        Finger::touch(i32::try_from(slot).unwrap_or(i32::MAX))
    }
}

fn phase(phase: event::TouchPhase) -> Phase {
    match phase {
        event::TouchPhase::Started => Phase::Down,
        event::TouchPhase::Moved => Phase::Move,
        event::TouchPhase::Ended => Phase::Up,
        event::TouchPhase::Cancelled => Phase::Cancel,
    }
}

fn place(touch: &event::Touch, scale: f32) -> Point {
    let LogicalPosition { x, y } = touch.location.to_logical::<f32>(f64::from(scale));
    (x, y)
}

/// Takes the window's touches, and opens what is dropped on it. Does nothing where winit isn't what shows the window.
pub(super) fn listen(app: &App) {
    let weak = std::rc::Rc::downgrade(&app.0);
    let mut numbers = Numbers::default();
    let window = app.0.window.window();
    window.on_winit_window_event(move |window, event| {
        let touch = match event {
            WindowEvent::Touch(touch) => touch,
            WindowEvent::DroppedFile(path) => {
                if let Some(inner) = weak.upgrade() {
                    App(inner).open(path);
                }
                return EventResult::PreventDefault;
            }
            _ => return EventResult::Propagate,
        };
        let finger = numbers.finger(touch);
        let at = place(touch, window.scale_factor());
        let for_slint = weak
            .upgrade()
            .is_none_or(|inner| App(inner).touch(finger, phase(touch.phase), at));
        if for_slint {
            EventResult::Propagate
        } else {
            EventResult::PreventDefault
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use slint::winit_030::winit::dpi::PhysicalPosition;

    fn touch(id: u64, phase: event::TouchPhase) -> event::Touch {
        event::Touch {
            device_id: DeviceId::dummy(),
            phase,
            location: PhysicalPosition::new(300.0, 150.0),
            force: None,
            id,
        }
    }

    #[test]
    fn fingers_are_numbered_while_they_are_down() {
        use event::TouchPhase::{Cancelled, Ended, Moved, Started};
        let mut numbers = Numbers::default();
        let mut finger = |id, phase| numbers.finger(&touch(id, phase));
        assert_eq!(finger(77, Started), Finger::touch(0));
        assert_eq!(finger(78, Started), Finger::touch(1));
        assert_eq!(finger(77, Moved), Finger::touch(0));
        assert_eq!(finger(77, Ended), Finger::touch(0));
        assert_eq!(finger(78, Moved), Finger::touch(1));
        assert_eq!(finger(79, Started), Finger::touch(0));
        assert_eq!(finger(78, Cancelled), Finger::touch(1));
        assert_eq!(finger(80, Started), Finger::touch(1));
    }

    #[test]
    fn positions_are_in_logical_px() {
        let touch = touch(1, event::TouchPhase::Started);
        assert_eq!(place(&touch, 1.5), (200.0, 100.0));
    }
}

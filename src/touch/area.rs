//! Where on the screen a finger hits what.

use super::Point;
use crate::rules::Space;

/// Within this distance of its middle a point belongs to a space, in steps.
const REACH: f32 = 0.56;

/// The space at a point of the board, in steps between neighbours from D4 (see
/// [`Space::position`]).
pub fn space_at(across: f32, up: f32) -> Option<Space> {
    Space::all()
        .map(|space| {
            let (x, y) = space.position();
            (space, (x - across).hypot(y - up))
        })
        .filter(|&(_, distance)| distance <= REACH)
        .min_by(|(_, a), (_, b)| a.total_cmp(b))
        .map(|(space, _)| space)
}

/// How the board lies on the screen. It may be stretched and turned by half a
/// turn, not askew.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plane {
    /// Where one points at to hit the middle of D4.
    pub middle: Point,
    /// Where one points at one step to the right of it and one step up.
    pub step: Point,
}

impl Plane {
    /// What lies at `at`, in steps from D4: across, up.
    pub fn place(self, at: Point) -> Point {
        let along = |at: f32, middle: f32, step: f32| (at - middle) / (step - middle);
        (
            along(at.0, self.middle.0, self.step.0),
            along(at.1, self.middle.1, self.step.1),
        )
    }
}

/// The shape of something that can be hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// Upright, its edges along the screen's. Made by [`Shape::rect`].
    Rect {
        /// Its left upper corner.
        from: Point,
        /// Its right lower corner.
        to: Point,
    },
    /// The spaces of the board, each by itself; what lies between and beside
    /// them is not hit.
    Board(Plane),
}

/// What of a shape was hit: two fingers on the same spot are in each other's way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Spot {
    Whole,
    Space(Space),
}

impl Shape {
    /// The rectangle between two opposite corners, whichever.
    pub fn rect(a: Point, b: Point) -> Shape {
        Shape::Rect {
            from: (a.0.min(b.0), a.1.min(b.1)),
            to: (a.0.max(b.0), a.1.max(b.1)),
        }
    }

    pub(super) fn hit(&self, at: Point) -> Option<Spot> {
        match *self {
            Shape::Rect { from, to } => {
                let inside = from.0 <= at.0 && at.0 < to.0 && from.1 <= at.1 && at.1 < to.1;
                inside.then_some(Spot::Whole)
            }
            Shape::Board(plane) => {
                let (across, up) = plane.place(at);
                space_at(across, up).map(Spot::Space)
            }
        }
    }

    /// Where `at` lies in the shape's own measure: of a rectangle in px from its
    /// left upper corner, of the board in steps from D4 (across, up).
    pub fn place(&self, at: Point) -> Point {
        match *self {
            Shape::Rect { from, .. } => (at.0 - from.0, at.1 - from.1),
            Shape::Board(plane) => plane.place(at),
        }
    }
}

/// Something that can be hit, and for whom it is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area<T> {
    /// What it is for us; `None` leaves it to Slint.
    pub(super) target: Option<T>,
    pub(super) shape: Shape,
}

impl<T> Area<T> {
    /// Fingers on it make gestures on `target`.
    pub fn own(target: T, shape: Shape) -> Area<T> {
        Area {
            target: Some(target),
            shape,
        }
    }

    /// Fingers on it are Slint's.
    pub fn slint(shape: Shape) -> Area<T> {
        Area {
            target: None,
            shape,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_space_is_hit_in_its_middle_and_only_there() {
        for space in Space::all() {
            let (x, y) = space.position();
            assert_eq!(space_at(x, y), Some(space));
            assert_eq!(space_at(x + 0.25, y - 0.25), Some(space));
        }
        assert_eq!(space_at(9.0, 0.0), None);
        assert_eq!(space_at(f32::NAN, f32::NAN), None);
    }

    #[test]
    fn a_turned_board_is_hit_where_it_lies() {
        let upright = Plane {
            middle: (400.0, 300.0),
            step: (480.0, 230.0),
        };
        let turned = Plane {
            middle: (400.0, 300.0),
            step: (320.0, 370.0),
        };
        let d1: Space = "D1".parse().unwrap();
        assert_eq!(
            Shape::Board(upright).hit((400.0, 510.0)),
            Some(Spot::Space(d1))
        );
        assert_eq!(
            Shape::Board(turned).hit((400.0, 90.0)),
            Some(Spot::Space(d1))
        );
    }

    #[test]
    fn a_board_without_size_is_hit_nowhere() {
        let nowhere = Plane {
            middle: (0.0, 0.0),
            step: (0.0, 0.0),
        };
        assert_eq!(Shape::Board(nowhere).hit((0.0, 0.0)), None);
        assert_eq!(Shape::Board(nowhere).hit((5.0, 5.0)), None);
    }

    #[test]
    fn a_rectangle_has_its_upper_left_edges_only() {
        let rect = Shape::rect((10.0, 20.0), (0.0, 0.0));
        assert_eq!(rect.hit((0.0, 0.0)), Some(Spot::Whole));
        assert_eq!(rect.hit((10.0, 5.0)), None);
        assert_eq!(rect.hit((5.0, 20.0)), None);
        assert_eq!(rect.place((4.0, 5.0)), (4.0, 5.0));
    }
}

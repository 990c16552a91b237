//! From touches to gestures, each finger by itself.

use std::collections::VecDeque;
use std::time::Duration;

use super::area::Spot;
use super::palm::Palms;
use super::{Area, Finger, Gesture, PALM_TIME, Phase, Point, Step, Touch};

/// So many fingers are followed; more are ignored.
pub const MOST_FINGERS: usize = 10;

/// Of two fingers that come down on the same spot within this time the first
/// wins; afterwards the first one only rests there, and is in nobody's way.
pub const FIRST_WINS: Duration = Duration::from_millis(500);

/// Whose a touch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Ours, or nobody's: Slint is not to see it.
    Own,
    /// Slint's: the one plain pointer.
    Slint,
    /// Ours or nobody's; and the plain pointer that Slint has was part of a
    /// palm, so that it must be taken from it. Slint still gets what that
    /// finger does later.
    TakeFromSlint,
}

/// What a finger that is down is doing.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role<T> {
    /// Nothing: it came too late, is part of a palm, or what it was on is gone.
    Nothing,
    /// It is Slint's pointer.
    Plain,
    /// A gesture.
    On { target: T, spot: Spot, stroke: u64 },
}

#[derive(Debug, Clone, Copy)]
struct Contact<T> {
    finger: Finger,
    landed: Duration,
    at: Point,
    role: Role<T>,
}

/// A step that has not been handed out.
#[derive(Debug, Clone, Copy)]
struct Queued<T> {
    stroke: u64,
    gesture: Gesture<T>,
}

impl<T> Queued<T> {
    /// From when on it can be handed out.
    fn sure_at(&self) -> Duration {
        let Gesture {
            finger, step, when, ..
        } = self.gesture;
        if step == Step::Press && finger != Finger::MOUSE {
            when + PALM_TIME
        } else {
            Duration::ZERO
        }
    }
}

/// Gives each finger its own gesture.
///
/// Presses are held back for [`PALM_TIME`], and with them whatever comes after
/// them, so that [`Router::take`] hands out everything in the order of its
/// instants.
#[derive(Debug, Clone)]
pub struct Router<T> {
    areas: Vec<Area<T>>,
    contacts: Vec<Contact<T>>,
    queue: VecDeque<Queued<T>>,
    palms: Palms,
    strokes: u64,
}

impl<T: Copy + PartialEq> Default for Router<T> {
    fn default() -> Self {
        Router::new()
    }
}

impl<T: Copy + PartialEq> Router<T> {
    /// A router without areas: one finger at a time is Slint's, no other does anything.
    pub fn new() -> Router<T> {
        Router {
            areas: Vec::new(),
            contacts: Vec::new(),
            queue: VecDeque::new(),
            palms: Palms::default(),
            strokes: 0,
        }
    }

    /// What can be hit from now on, the uppermost first. A gesture goes on
    /// while there is an area with its target, wherever that has moved; else it
    /// is cancelled at the instant `now`.
    pub fn set_areas(&mut self, areas: Vec<Area<T>>, now: Duration) {
        self.areas = areas;
        for i in 0..self.contacts.len() {
            if let Role::On { target, .. } = self.contacts[i].role
                && self.area(target).is_none()
            {
                self.drop_gesture(i, now);
            }
        }
    }

    /// Takes what a finger does.
    pub fn touch(&mut self, touch: Touch) -> Way {
        match touch.phase {
            Phase::Down => self.land(touch),
            Phase::Move => self.follow(touch),
            Phase::Up => self.lift(touch, Step::Release),
            Phase::Cancel => self.lift(touch, Step::Cancel),
        }
    }

    /// The gestures that are sure at the instant `now`, in the order of their
    /// instants.
    pub fn take(&mut self, now: Duration) -> Vec<Gesture<T>> {
        let sure = self
            .queue
            .iter()
            .position(|queued| queued.sure_at() > now)
            .unwrap_or(self.queue.len());
        self.queue
            .drain(..sure)
            .map(|queued| queued.gesture)
            .collect()
    }

    /// The instant at which the next gesture is sure; `None` where none is held back.
    pub fn due(&self) -> Option<Duration> {
        self.queue.front().map(Queued::sure_at)
    }

    fn land(&mut self, touch: Touch) -> Way {
        let Touch {
            finger, at, when, ..
        } = touch;
        if let Some(i) = self.contact(finger) {
            // Its end was never reported.
            self.drop_gesture(i, when);
            self.contacts.remove(i);
        }
        if self.contacts.len() == MOST_FINGERS {
            return Way::Own;
        }
        let palm = if finger == Finger::MOUSE {
            Vec::new()
        } else {
            self.palms.land(finger, at, when)
        };
        let role = if palm.is_empty() {
            self.role(at, when)
        } else {
            Role::Nothing
        };
        self.contacts.push(Contact {
            finger,
            landed: when,
            at,
            role,
        });
        match role {
            Role::Plain => return Way::Slint,
            Role::On { target, stroke, .. } => {
                self.enqueue(stroke, finger, target, Step::Press, at, when);
            }
            Role::Nothing => {}
        }
        let mut way = Way::Own;
        for finger in palm {
            if let Some(i) = self.contact(finger) {
                if self.contacts[i].role == Role::Plain {
                    way = Way::TakeFromSlint;
                } else {
                    self.drop_gesture(i, when);
                }
            } else {
                // It has lifted already.
                self.forget_held(finger, when);
            }
        }
        way
    }

    /// What a finger that lands at `at` does.
    fn role(&mut self, at: Point, when: Duration) -> Role<T> {
        let hit = self
            .areas
            .iter()
            .find_map(|area| Some((area.target, area.shape.hit(at)?)));
        match hit {
            Some((Some(target), spot)) => {
                let taken = self.contacts.iter().any(|contact| {
                    matches!(contact.role, Role::On { target: t, spot: s, .. } if t == target && s == spot)
                        && contact.landed + FIRST_WINS > when
                });
                if taken {
                    return Role::Nothing;
                }
                self.strokes += 1;
                Role::On {
                    target,
                    spot,
                    stroke: self.strokes,
                }
            }
            _ if self.contacts.iter().any(|c| c.role == Role::Plain) => Role::Nothing,
            _ => Role::Plain,
        }
    }

    fn follow(&mut self, touch: Touch) -> Way {
        let Some(i) = self.contact(touch.finger) else {
            return Way::Own;
        };
        self.contacts[i].at = touch.at;
        match self.contacts[i].role {
            Role::Nothing => Way::Own,
            Role::Plain => Way::Slint,
            Role::On { target, stroke, .. } => {
                self.enqueue(
                    stroke,
                    touch.finger,
                    target,
                    Step::Move,
                    touch.at,
                    touch.when,
                );
                Way::Own
            }
        }
    }

    fn lift(&mut self, touch: Touch, step: Step) -> Way {
        let Some(i) = self.contact(touch.finger) else {
            return Way::Own;
        };
        let contact = self.contacts.remove(i);
        match contact.role {
            Role::Nothing => Way::Own,
            Role::Plain => Way::Slint,
            Role::On { target, stroke, .. } => {
                self.enqueue(stroke, touch.finger, target, step, touch.at, touch.when);
                Way::Own
            }
        }
    }

    /// Ends the gesture of a finger that stays down: as if it had never been,
    /// where its press is not sure yet, else with a cancel.
    fn drop_gesture(&mut self, i: usize, when: Duration) {
        let Contact {
            finger, at, role, ..
        } = self.contacts[i];
        let Role::On { target, stroke, .. } = role else {
            return;
        };
        self.contacts[i].role = Role::Nothing;
        if !self.forget_stroke(stroke, when) {
            self.enqueue(stroke, finger, target, Step::Cancel, at, when);
        }
    }

    /// Forgets what is held back of `finger` at the instant `when`.
    fn forget_held(&mut self, finger: Finger, when: Duration) {
        let held =
            self.queue.iter().rev().find(|queued| {
                queued.gesture.finger == finger && queued.gesture.step == Step::Press
            });
        if let Some(stroke) = held.map(|queued| queued.stroke) {
            self.forget_stroke(stroke, when);
        }
    }

    /// Forgets a stroke whose press is not sure at the instant `when`. Returns
    /// whether that was so.
    fn forget_stroke(&mut self, stroke: u64, when: Duration) -> bool {
        let held = self
            .queue
            .iter()
            .any(|queued| queued.stroke == stroke && queued.sure_at() > when);
        if held {
            self.queue.retain(|queued| queued.stroke != stroke);
        }
        held
    }

    fn enqueue(
        &mut self,
        stroke: u64,
        finger: Finger,
        target: T,
        step: Step,
        at: Point,
        when: Duration,
    ) {
        // A system that hands out fingers one after the other may report late
        // what was done before; but a finger's own steps stay in their order.
        let own = self
            .queue
            .iter()
            .rposition(|queued| queued.stroke == stroke);
        let after = own.map_or(0, |own| own + 1);
        let when = own.map_or(when, |own| when.max(self.queue[own].gesture.when));
        let place = self
            .queue
            .iter()
            .rposition(|queued| queued.gesture.when <= when)
            .map_or(0, |before| before + 1)
            .max(after);
        let at = self.area(target).map_or(at, |area| area.shape.place(at));
        let gesture = Gesture {
            finger,
            target,
            step,
            at,
            when,
        };
        self.queue.insert(place, Queued { stroke, gesture });
    }

    fn contact(&self, finger: Finger) -> Option<usize> {
        self.contacts
            .iter()
            .position(|contact| contact.finger == finger)
    }

    fn area(&self, target: T) -> Option<&Area<T>> {
        self.areas.iter().find(|area| area.target == Some(target))
    }
}

//! The short notation of the move list.

use std::fmt::Write as _;

use crate::rules::{Entry, Event, Happening, PerPlayer, RingKind};

#[derive(Debug, Default)]
struct Element {
    text: String,
    mark: Option<char>,
    late: bool,
    second: String,
}

impl Element {
    fn plain(text: &str) -> Element {
        Element {
            text: text.to_owned(),
            ..Element::default()
        }
    }
}

/// The move list in short notation, one element a turn, oldest first.
pub fn short_notation(log: &[Entry]) -> Vec<String> {
    let mut list = MoveList::default();
    for entry in log {
        list.add(&entry.what);
    }
    list.elements
        .into_iter()
        .map(
            |Element {
                 mut text,
                 mark,
                 late,
                 second,
             }| {
                text.extend(mark);
                if late {
                    text.push('!');
                }
                text.push_str(&second);
                text
            },
        )
        .collect()
}

#[derive(Debug, Default)]
struct MoveList {
    elements: Vec<Element>,
    /// The move whose drop is open.
    open: Option<usize>,
    /// Each player's latest release.
    latest: PerPlayer<Option<usize>>,
    /// The `--` that a late release would take the place of.
    late: PerPlayer<Option<usize>>,
}

impl MoveList {
    fn push(&mut self, element: Element) -> usize {
        self.elements.push(element);
        self.elements.len() - 1
    }

    fn close_without_ring(&mut self) {
        if let Some(open) = self.open.take() {
            self.elements[open].mark = Some('o');
        }
    }

    fn add(&mut self, what: &Happening) {
        match what {
            Happening::Released {
                hourglass,
                from,
                to,
                late,
            } => {
                self.close_without_ring();
                let player = hourglass.owner;
                let element = Element {
                    text: format!("{from}-{to}"),
                    late: *late,
                    ..Element::default()
                };
                let index = match self.late[player].take() {
                    Some(index) if *late => {
                        self.elements[index] = element;
                        index
                    }
                    _ => self.push(element),
                };
                self.open = Some(index);
                self.latest[player] = Some(index);
                self.late[player.opponent()] = None;
            }
            Happening::Ring {
                kind: RingKind::Drop,
                filled,
                ..
            } => {
                if let Some(open) = self.open.take()
                    && *filled
                {
                    self.elements[open].mark = Some('x');
                }
            }
            Happening::Ring {
                at,
                kind: RingKind::Steal,
                filled,
                ..
            } => {
                self.close_without_ring();
                self.push(Element::plain(&format!("+{at}{}", cross(*filled))));
            }
            Happening::Ring {
                player,
                at,
                kind: RingKind::Second,
                filled,
            } => {
                if let Some(latest) = self.latest[*player] {
                    let second = &mut self.elements[latest].second;
                    // Writing to a String can't fail.
                    let _ = write!(second, "+{at}{}", cross(*filled));
                }
            }
            Happening::Event(event) => self.event(*event),
            Happening::Lifted(_) | Happening::PutBack(_) | Happening::TimerTurned(_) => {}
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Late(player) => self.late[player] = Some(self.push(Element::plain("--"))),
            Event::TurnLost(_) | Event::Skip(_) => {
                self.push(Element::plain("--"));
            }
            Event::Pass(_) => {
                self.push(Element::plain(".."));
            }
            Event::Turn(player) => self.late[player] = None,
            Event::Over(_) => self.close_without_ring(),
            Event::HourglassOut(_) | Event::TimerOut(_) | Event::LastRing => {}
        }
    }
}

fn cross(filled: bool) -> &'static str {
    if filled { "x" } else { "" }
}

//! A window at which a test sits: it finds things by what a screen reader
//! says of them, clicks in their middle, and lets time pass.

use std::path::Path;
use std::time::Duration;

use i_slint_backend_testing::{ElementHandle, ElementRoot, mock_elapsed_time};
use i_slint_core::input::TouchPhase;
use i_slint_core::lengths::LogicalPoint;
use i_slint_core::platform::InternalEvent;
use slint::platform::{PointerEventButton, WindowEvent};
use slint::{ComponentHandle, LogicalPosition, PhysicalSize};
use tamsk::app::App;
use tamsk::platform::time::ManualTime;
use tamsk::rules::{Game, Millis, Player};
use tamsk::store::Folders;
use tamsk::touch::{Finger, Phase};
use tamsk::ui::{self, AppWindow};

pub struct Table {
    pub app: App,
    time: ManualTime,
}

impl Table {
    /// A window of 1280 x 800 that keeps nothing.
    pub fn new() -> Table {
        Table::with_folder(None)
    }

    /// One that keeps its files in `folder`.
    pub fn with_folder(folder: Option<&Path>) -> Table {
        thread_local! {
            // One platform a thread, however many windows.
            static PLATFORM: () = i_slint_backend_testing::init_no_event_loop();
        }
        PLATFORM.with(|()| ());
        let window = AppWindow::new().unwrap();
        window.window().set_size(PhysicalSize::new(1280, 800));
        let time = ManualTime::default();
        // The clocks of real machines don't begin at nought.
        time.advance(Duration::from_secs(86_400));
        let app = App::new(window, Box::new(time.clone()), folder.map(Folders::in_one));
        app.window().show().unwrap();
        let table = Table { app, time };
        table.pass(10);
        table
    }

    pub fn resize(&self, width: u32, height: u32) {
        self.app
            .window()
            .window()
            .set_size(PhysicalSize::new(width, height));
        self.pass(10);
    }

    /// Lets `ms` pass, a frame or so at a time.
    pub fn pass(&self, ms: u64) {
        let mut left = ms;
        while left > 0 {
            let step = left.min(50);
            self.time.advance(Duration::from_millis(step));
            mock_elapsed_time(Duration::from_millis(step));
            left -= step;
        }
    }

    /// Lets `seconds` pass at once, as when a machine sleeps.
    pub fn sleep(&self, seconds: u64) {
        self.time.advance(Duration::from_secs(seconds));
        mock_elapsed_time(Duration::from_millis(1100));
    }

    fn all(&self) -> Vec<ElementHandle> {
        self.app
            .window()
            .root_element()
            .query_descendants()
            .find_all()
    }

    /// What is labelled `label`, or begins with it and goes on with a comma.
    pub fn find(&self, label: &str) -> Option<ElementHandle> {
        let start = format!("{label},");
        self.all().into_iter().find(|element| {
            element
                .accessible_label()
                .is_some_and(|l| l == label || l.starts_with(&start))
        })
    }

    pub fn must_find(&self, label: &str) -> ElementHandle {
        self.find(label).unwrap_or_else(|| {
            let labels: Vec<_> = self
                .all()
                .iter()
                .filter_map(|e| e.accessible_label())
                .collect();
            panic!("nothing is labelled {label:?}; there are {labels:?}")
        })
    }

    /// The middle of what is labelled `label`.
    pub fn middle(&self, label: &str) -> LogicalPosition {
        let element = self.must_find(label);
        let (at, size) = (element.absolute_position(), element.size());
        LogicalPosition::new(at.x + size.width / 2.0, at.y + size.height / 2.0)
    }

    fn send(&self, event: WindowEvent) {
        self.app.window().window().dispatch_event(event);
    }

    pub fn press(&self, position: LogicalPosition) {
        self.send(WindowEvent::PointerMoved { position });
        self.send(WindowEvent::PointerPressed {
            position,
            button: PointerEventButton::Left,
        });
    }

    pub fn release(&self, position: LogicalPosition) {
        self.send(WindowEvent::PointerReleased {
            position,
            button: PointerEventButton::Left,
        });
    }

    /// A click in the middle of what is labelled `label`.
    pub fn click(&self, label: &str) {
        let position = self.middle(label);
        self.press(position);
        self.pass(20);
        self.release(position);
        self.pass(20);
    }

    /// A drag from the middle of one thing to that of another.
    pub fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from), self.middle(to));
        self.press(from);
        for step in 1..=5 {
            let share = step as f32 / 5.0;
            let position = LogicalPosition::new(
                from.x + (to.x - from.x) * share,
                from.y + (to.y - from.y) * share,
            );
            self.send(WindowEvent::PointerMoved { position });
            self.pass(16);
        }
        self.release(to);
        self.pass(20);
    }

    /// A finger as the window system tells it: to the program first, and what
    /// that doesn't want to Slint.
    pub fn finger(&self, id: i32, phase: Phase, at: LogicalPosition) {
        if self.app.touch(Finger::touch(id), phase, (at.x, at.y)) {
            self.slint_finger(id, phase, at);
        }
    }

    /// A finger as Slint's backends tell it to Slint.
    pub fn slint_finger(&self, id: i32, phase: Phase, at: LogicalPosition) {
        self.send(WindowEvent::internal(InternalEvent::Touch {
            id,
            position: LogicalPoint::new(at.x, at.y),
            phase: match phase {
                Phase::Down => TouchPhase::Started,
                Phase::Move => TouchPhase::Moved,
                Phase::Up => TouchPhase::Ended,
                Phase::Cancel => TouchPhase::Cancelled,
            },
        }));
    }

    /// A short tap of a finger, sure by then.
    pub fn finger_tap(&self, id: i32, at: LogicalPosition) {
        self.finger(id, Phase::Down, at);
        self.pass(50);
        self.finger(id, Phase::Up, at);
        self.pass(50);
    }

    pub fn key(&self, text: impl Into<slint::SharedString>) {
        let text = text.into();
        self.send(WindowEvent::KeyPressed { text: text.clone() });
        self.send(WindowEvent::KeyReleased { text });
        self.pass(20);
    }

    /// A press on a player's holder.
    pub fn holder(&self, player: Player) {
        self.click(&self.holder_label(player));
    }

    /// How a player's holder is labelled.
    pub fn holder_label(&self, player: Player) -> String {
        let name = self.name(player);
        self.all()
            .into_iter()
            .filter_map(|e| e.accessible_label())
            .find(|label| label.starts_with(&format!("{name}, ")) && label.contains("rings left"))
            .expect("both holders are on the game page")
            .into()
    }

    fn name(&self, player: Player) -> String {
        let page = self.page();
        match player {
            Player::Red => page.get_red().name.into(),
            Player::Black => page.get_black().name.into(),
        }
    }

    /// A press on the move timer, whatever it says.
    pub fn timer(&self) {
        let label = self.page().get_timer().label.to_string();
        self.click(&label);
    }

    pub fn page(&self) -> ui::Game<'_> {
        self.app.window().global::<ui::Game>()
    }

    pub fn game<R>(&self, ask: impl FnOnce(&Game) -> R) -> R {
        self.app.with_game(ask).expect("a game is on the page")
    }

    pub fn on_turn(&self) -> Option<Player> {
        self.game(|game| game.turns().on_turn())
    }

    pub fn now(&self) -> Millis {
        self.game(Game::now)
    }

    pub fn notice(&self) -> String {
        self.page().get_notice().into()
    }

    /// Starts a game at `level` through the pages.
    pub fn start(&self, level: u8) {
        self.start_with(level, |_| {});
    }

    /// The same, `agree` changing what is agreed.
    pub fn start_with(&self, level: u8, agree: impl FnOnce(&ui::NewGame<'_>)) {
        self.click("New game");
        let label = self
            .all()
            .into_iter()
            .filter_map(|e| e.accessible_label())
            .find(|label| label.starts_with(&format!("Level {level}:")))
            .expect("three levels to choose from");
        self.click(&label);
        agree(&self.app.window().global::<ui::NewGame>());
        self.click("Start");
        assert_eq!(
            self.app.window().global::<ui::App>().get_page(),
            ui::Page::Game
        );
        // The board is laid out by now.
        self.pass(300);
    }
}

//! The window: Slint's callbacks to inputs, the game to what is shown, and one
//! timer for the next instant at which something happens. Translation, nothing else.

mod archive_page;
mod fingers;
mod game_page;
mod gesture;
mod new_game_page;
mod notices;
mod review_page;
mod settings_page;
mod sharing;
mod slint_pointer;
mod sound_page;
mod view;
#[cfg(not(target_os = "android"))]
mod winit_events;

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use slint::ComponentHandle;

use crate::platform::time::TimeSource;
use crate::record::{Record, RecordError};
use crate::rules::{Game, Millis, Settings, Space};
use crate::session::Session;
use crate::sound::Sound;
use crate::store::{
    Folders, Journal, Journals, Orientation, Preferences, SettingsFile, StoreError, keep, sweep,
};
use crate::touch::{Finger, Phase, Point};
use crate::ui::{self, AppWindow, Page};

use fingers::Fingers;
use gesture::BoardGesture;
use view::Models;

/// How often a running game is looked at though nothing falls due: a longer
/// silence means that the machine slept (see [`crate::clock`]).
const HEARTBEAT: Duration = Duration::from_millis(1000);

/// How much played time a crash may lose at most.
const JOURNAL_EVERY: Millis = Millis::from_secs(5);

/// How long after a failure keeping is tried again, though nothing is played.
const KEEP_AGAIN: Duration = Duration::from_secs(5);

/// The program behind its window. Clones are the same program.
#[derive(Debug, Clone)]
pub struct App(Rc<Inner>);

struct Inner {
    window: AppWindow,
    time: Box<dyn TimeSource>,
    folders: Option<Folders>,
    state: RefCell<State>,
    fingers: RefCell<Fingers>,
    timer: slint::Timer,
    /// Runs while a game that is looked at plays by itself.
    review_timer: slint::Timer,
}

impl std::fmt::Debug for Inner {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("App")
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

struct State {
    models: Models,
    preferences: Preferences,
    settings_file: Option<SettingsFile>,
    session: Option<Session>,
    /// The places of journals; `None` keeps nothing.
    journals: Option<Journals>,
    journal: Option<Journal>,
    /// Finished games that could not be brought to the archive yet.
    unarchived: Vec<Record>,
    /// The player was told that games can't be kept.
    unkept_told: bool,
    /// When keeping is tried again after a failure.
    keep_again: Option<Duration>,
    /// The game that is looked at.
    review: Option<review_page::Reviewing>,
    /// The games that the archive page lists.
    listed: archive_page::Listed,
    gesture: BoardGesture,
    cursor: Space,
    cursor_shown: bool,
    result_hidden: bool,
    sound: Sound,
    /// The page to which the sound page goes back.
    before_sound: Page,
    /// The page to which the settings page goes back.
    before_settings: Page,
    /// The board lies turned to Black.
    turned: bool,
    /// How much of the game's log has been announced.
    announced: usize,
    /// The notice that shows, until when.
    notice_until: Option<Duration>,
}

impl App {
    /// Binds a program to `window`. `folders` is where it keeps its files;
    /// `None` keeps nothing.
    pub fn new(window: AppWindow, time: Box<dyn TimeSource>, folders: Option<Folders>) -> App {
        let (mut settings_file, mut preferences, mut told) = (None, Preferences::default(), None);
        let mut journals = None;
        if let Some(folders) = &folders {
            for folder in [&folders.config, &folders.data] {
                sweep(folder);
            }
            let (file, read, of_settings) = SettingsFile::open(&folders.config);
            (settings_file, preferences, told) = (Some(file), read, of_settings);
            let places = Journals::open(&folders.data);
            match places.tidy() {
                Ok(of_journal) => told = told.or(of_journal),
                Err(problem) => told = told.or(Some(problem.to_string())),
            }
            journals = Some(places);
        }
        let state = State {
            models: Models::new(&window),
            preferences,
            settings_file,
            session: None,
            journals,
            journal: None,
            unarchived: Vec::new(),
            unkept_told: false,
            keep_again: None,
            review: None,
            listed: archive_page::Listed::default(),
            gesture: BoardGesture::default(),
            cursor: Space::CENTRE,
            cursor_shown: false,
            result_hidden: false,
            sound: Sound::none(),
            before_sound: Page::Home,
            before_settings: Page::Home,
            turned: false,
            announced: 0,
            notice_until: None,
        };
        let app = App(Rc::new(Inner {
            window,
            time,
            folders,
            state: RefCell::new(state),
            fingers: RefCell::default(),
            timer: slint::Timer::default(),
            review_timer: slint::Timer::default(),
        }));
        app.bind();
        game_page::bind(&app);
        new_game_page::bind(&app);
        review_page::bind(&app);
        archive_page::bind(&app);
        sound_page::bind(&app);
        settings_page::bind(&app);
        fingers::bind(&app);
        #[cfg(not(target_os = "android"))]
        winit_events::listen(&app);
        app.show_home();
        if let Some(told) = told {
            app.tell(&told);
        }
        app
    }

    /// The window.
    pub fn window(&self) -> &AppWindow {
        &self.0.window
    }

    /// Lets the program be heard on the machine's sound device. Until then it is silent.
    pub fn open_sound(&self) {
        sound_page::open_device(self);
    }

    /// Takes what `finger` does at `position`, in logical px of the window,
    /// before Slint sees it. Returns whether Slint is to see it too: that is so
    /// for one finger at a time, and not for what is played in a race on the
    /// game page (docs/touch.md).
    pub fn touch(&self, finger: Finger, phase: Phase, position: Point) -> bool {
        fingers::touch(self, finger, phase, position)
    }

    /// Asks the running game something.
    pub fn with_game<R>(&self, ask: impl FnOnce(&Game) -> R) -> Option<R> {
        self.0
            .state
            .borrow()
            .session
            .as_ref()
            .map(|session| ask(session.game()))
    }

    /// The record of the running game so far.
    pub fn record_text(&self) -> Option<String> {
        self.with_record(Record::to_string)
    }

    fn with_record<R>(&self, ask: impl FnOnce(&Record) -> R) -> Option<R> {
        let state = self.0.state.borrow();
        state.session.as_ref().map(|session| ask(session.record()))
    }

    fn now(&self) -> Duration {
        self.0.time.now()
    }

    /// Runs `f` on the window's program, where the window is still there.
    fn weak(&self) -> impl Fn(&dyn Fn(&App)) + Clone + 'static {
        let weak = Rc::downgrade(&self.0);
        move |f| {
            if let Some(inner) = weak.upgrade() {
                f(&App(inner));
            }
        }
    }

    fn bind(&self) {
        let app = self.0.window.global::<ui::App>();
        let with = self.weak();
        app.set_version(env!("CARGO_PKG_VERSION").into());
        app.on_new_game({
            let with = with.clone();
            move || with(&|app| new_game_page::open(app))
        });
        app.on_continue_game({
            let with = with.clone();
            move || with(&App::continue_game)
        });
        app.on_home({
            let with = with.clone();
            move || with(&App::show_home)
        });
        app.on_about({
            let with = with.clone();
            move || with(&|app| app.show_page(Page::About))
        });
        app.on_quit({
            let with = with.clone();
            move || {
                with(&App::leave);
                // Only fails where no loop runs.
                let _ = slint::quit_event_loop();
            }
        });
        app.on_dismiss_message({
            let with = with.clone();
            move || with(&|app| app.tell(""))
        });
        self.0.window.window().on_close_requested(move || {
            with(&App::leave);
            slint::CloseRequestResponse::HideWindow
        });
    }

    /// Shows a line that the player must know; an empty one takes it away.
    pub fn tell(&self, text: &str) {
        if !text.is_empty() {
            log::warn!("{text}");
        }
        self.0.window.global::<ui::App>().set_message(text.into());
    }

    fn show_page(&self, page: Page) {
        self.0.window.global::<ui::App>().set_page(page);
    }

    fn show_home(&self) {
        let waiting = self.waiting_game();
        let app = self.0.window.global::<ui::App>();
        app.set_can_continue(waiting.is_some());
        if let Some(session) = &waiting {
            app.set_continue_text(self.0.window.global::<ui::Texts>().invoke_game_line(
                i32::from(session.settings().level.number()),
                view::name_of(&self.0.window, session, crate::rules::Player::Red),
                view::name_of(&self.0.window, session, crate::rules::Player::Black),
                session.game().turns().turn_number() as i32,
            ));
        }
        self.show_page(Page::Home);
    }

    /// The game that was not finished: the one left a moment ago, or a journal's.
    fn waiting_game(&self) -> Option<Session> {
        let state = self.0.state.borrow();
        let waiting = match &state.session {
            Some(session) => session.clone(),
            None => {
                let left = state.journals.as_ref()?.unfinished()?;
                Session::resume_record(left.record).ok()?
            }
        };
        (!waiting.game().turns().is_over()).then_some(waiting)
    }

    fn continue_game(&self) {
        let left = {
            let state = self.0.state.borrow();
            match (&state.session, &state.journals) {
                (None, Some(journals)) => journals.unfinished(),
                _ => None,
            }
        };
        let Some(left) = left else {
            if let Some(session) = self.waiting_game() {
                self.play(session);
            }
            return;
        };
        match Session::resume_record(left.record.clone()) {
            Ok(session) => self.play(session),
            Err(error) => return self.tell(&error.to_string()),
        }
        // By now it stands in this window's journal.
        let state = self.0.state.borrow();
        if state.journal.as_ref().is_some_and(Journal::is_sound)
            && let Some(journals) = &state.journals
            && let Err(problem) = left.moved_to(journals)
        {
            drop(state);
            self.tell(&problem.to_string());
        }
    }

    /// Opens the record in `file`: an unfinished game goes on, paused; a
    /// finished one is shown. What is wrong with it is told.
    pub fn open(&self, file: &Path) {
        game_page::pause(self);
        match read_session(file) {
            Ok(session) if session.game().turns().is_over() => {
                if let Err(error) = review_page::open(self, session.record().clone()) {
                    self.tell(&unshown(file, &error));
                }
            }
            Ok(session) => game_page::begin(self, session),
            Err(told) => self.tell(&told),
        }
    }

    /// Shows a game and lets it run, if it isn't paused. It is journalled from now on.
    pub fn play(&self, session: Session) {
        {
            let mut state = self.0.state.borrow_mut();
            state.announced = session.game().log().len();
            state.sound.begin(session.game());
            state.session = Some(session);
            state.gesture = BoardGesture::default();
            state.result_hidden = false;
            state.cursor_shown = false;
            state.journal = None;
            state.notice_until = None;
            if let Some(session) = state.session.as_mut() {
                session.take_unwritten();
            }
            let over = (state.session.as_ref()).is_some_and(|s| s.game().turns().is_over());
            if !over {
                state.journal = state.journals.as_ref().map(Journals::journal);
            }
        }
        game_page::clear_notice(self);
        self.show_page(Page::Game);
        self.refresh();
    }

    /// Shows a game without running or keeping it, for pictures: with its
    /// result or not, under the cover of a pause or not.
    pub fn show_still(&self, session: Session, result: bool, pause: bool) {
        {
            let mut state = self.0.state.borrow_mut();
            state.announced = session.game().log().len();
            state.session = Some(session);
            state.result_hidden = !result;
        }
        self.show_page(Page::Game);
        self.show_game();
        if pause {
            self.0.window.global::<ui::Game>().set_paused(true);
        }
    }

    /// Shows the game of `record` on the page for looking at games, at the
    /// instant `at` or at its end.
    ///
    /// # Errors
    /// Where the record can't be replayed.
    pub fn review(&self, record: Record, at: Option<Millis>) -> Result<(), RecordError> {
        review_page::open_at(self, record, at)
    }

    /// Shows a page without a game.
    pub fn show_plain(&self, page: Page) {
        match page {
            Page::NewGame => new_game_page::open(self),
            Page::Settings => settings_page::open(self),
            Page::Sound => sound_page::open(self),
            Page::Archive => archive_page::open(self),
            page => self.show_page(page),
        }
    }

    /// Pauses and keeps the game, before the window goes.
    fn leave(&self) {
        game_page::pause(self);
        settings_page::keep(self);
    }

    /// An unfinished game that another takes the place of goes to the archive.
    fn keep_waiting_game(&self) {
        let Some(waiting) = self.waiting_game() else {
            return;
        };
        if waiting.game().history().is_empty() {
            return;
        }
        {
            let mut state = self.0.state.borrow_mut();
            state.unarchived.push(waiting.record().clone());
            state.session = None;
            state.journal = None;
        }
        self.keep_game();
    }

    /// Writes what has come to the journal, and archives games that are over.
    /// Where that fails the player is told once, and it is tried again.
    fn keep_game(&self) {
        let kept = self.try_to_keep_game();
        let mut state = self.0.state.borrow_mut();
        match kept {
            Ok(()) => {
                state.keep_again = None;
                if std::mem::take(&mut state.unkept_told) {
                    drop(state);
                    self.tell("Games are kept again.");
                }
            }
            Err(problem) => {
                state.keep_again = Some(self.now() + KEEP_AGAIN);
                if !std::mem::replace(&mut state.unkept_told, true) {
                    drop(state);
                    self.tell(&format!(
                        "{problem}. Play goes on; keeping it is tried again and again."
                    ));
                }
            }
        }
    }

    fn try_to_keep_game(&self) -> Result<(), StoreError> {
        let mut state = self.0.state.borrow_mut();
        let State {
            session,
            journals,
            journal,
            unarchived,
            ..
        } = &mut *state;
        if let (Some(session), Some(open)) = (session, journal.as_mut()) {
            let mut lines = session.take_unwritten();
            if lines.is_empty()
                && let Some(now) = session.unrecorded(JOURNAL_EVERY)
            {
                lines.push(session.pass(now));
            }
            open.keep(session.record(), &lines)?;
            if session.game().turns().is_over() {
                *journal = None;
                unarchived.push(session.record().clone());
            }
        }
        let (Some(journals), Some(folders)) = (journals, &self.0.folders) else {
            unarchived.clear();
            return Ok(());
        };
        while let Some(record) = unarchived.last() {
            // The journal's place may be another game's by now.
            match journal {
                None => journals.archive(record)?,
                Some(_) => keep(&folders.data, record)?,
            };
            unarchived.pop();
        }
        Ok(())
    }

    /// Lets game time pass, shows what is, and arms the timer for the next
    /// instant at which something happens or looks different.
    pub fn refresh(&self) {
        let now = self.now();
        let slept = {
            let mut state = self.0.state.borrow_mut();
            let State {
                session, gesture, ..
            } = &mut *state;
            let slept = session.as_mut().is_some_and(|session| session.tick(now));
            if let Some(session) = session {
                gesture.settle(session.game());
            }
            slept
        };
        self.follow_by_ear();
        game_page::announce(self, slept);
        self.show_game();
        self.keep_game();
        self.arm(now);
    }

    /// Tells the sound what happened, and what is due.
    fn follow_by_ear(&self) {
        let mut state = self.0.state.borrow_mut();
        let State {
            session,
            sound,
            preferences,
            ..
        } = &mut *state;
        if let Some(session) = session {
            let now = session.at(self.now());
            sound.follow(session.game(), &preferences.sound.cues(), now);
        }
    }

    fn show_game(&self) {
        let mut state = self.0.state.borrow_mut();
        // The board of a game that is looked at is the same one.
        if state.review.is_some() {
            return;
        }
        let State {
            models,
            session,
            gesture,
            cursor,
            cursor_shown,
            result_hidden,
            turned,
            preferences,
            ..
        } = &mut *state;
        let Some(session) = session else { return };
        let turning = preferences.orientation == Orientation::Turning;
        *turned = settings_page::turned(turning, *turned, session.game());
        let around = view::Around {
            gesture,
            cursor: cursor_shown.then_some(*cursor),
            result_hidden: *result_hidden,
            review: false,
            turned: *turned,
            notation: preferences.notation,
        };
        models.show(&self.0.window, session, &around);
    }

    fn arm(&self, now: Duration) {
        let state = self.0.state.borrow();
        let mut wait: Option<Duration> = None;
        let mut consider = |next: Duration| wait = Some(wait.map_or(next, |w| w.min(next)));
        if let Some(session) = &state.session
            && session.is_running()
        {
            consider(HEARTBEAT);
            let millis = [session.until_due(now), view::until_visible(session)];
            for next in millis.into_iter().flatten() {
                consider(Duration::from_millis(next.0));
            }
        }
        if let Some(again) = state.keep_again {
            consider(again.saturating_sub(now));
        }
        if let Some(until) = state.notice_until {
            consider(until.saturating_sub(now));
        }
        drop(state);
        match wait {
            Some(wait) => {
                let with = self.weak();
                self.0
                    .timer
                    .start(slint::TimerMode::SingleShot, wait, move || {
                        with(&App::refresh);
                    });
            }
            None => self.0.timer.stop(),
        }
    }

    fn save_preferences(&self) {
        let mut state = self.0.state.borrow_mut();
        let State {
            preferences,
            settings_file,
            ..
        } = &mut *state;
        let Some(file) = settings_file else { return };
        if let Err(problem) = file.save(preferences) {
            drop(state);
            self.tell(&format!(
                "{problem}. Your choice holds until the program is closed."
            ));
        }
    }

    /// What was agreed for the last game, or the defaults of the program.
    fn last_header(&self) -> Record {
        let fallback = Settings::default();
        self.0.state.borrow().preferences.game_header(fallback)
    }
}

/// The game in `file`, or what is wrong with it, for people.
fn read_session(file: &Path) -> Result<Session, String> {
    read_record(file)
        .and_then(|record| Session::resume_record(record).map_err(|error| unshown(file, &error)))
}

/// The game in `file` as it stood at the instant `at`, or at its end: to look at.
///
/// # Errors
/// A sentence that names the file, the line and the reason.
pub fn read_still(file: &Path, at: Option<Millis>) -> Result<Session, String> {
    let record = read_record(file)?;
    let game = match at {
        Some(at) => crate::record::replay_to(&record, at),
        None => crate::record::replay(&record).map(|replayed| replayed.game),
    };
    Ok(Session::still(
        record,
        game.map_err(|error| unshown(file, &error))?,
    ))
}

fn read_record(file: &Path) -> Result<Record, String> {
    let bytes = crate::store::read_record_bytes(file)
        .map_err(|problem| format!("{} can't be read: {problem}", file.display()))?;
    let parsed = crate::record::parse(&bytes).map_err(|error| unshown(file, &error))?;
    Ok(parsed.record)
}

fn unshown(file: &Path, error: &RecordError) -> String {
    format!(
        "{} is not a record that can be shown: {error}",
        file.display()
    )
}

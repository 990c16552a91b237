//! `tamsk picture`: the real pages, drawn without any display.

use std::time::Duration;

use slint::ComponentHandle;
use tamsk::app::{App, read_still};
use tamsk::cli::{Picture, PicturePage, PictureRenderer, PictureTheme};
use tamsk::platform::time::ManualTime;
use tamsk::rules::Millis;
use tamsk::ui::{self, AppWindow, Page, ThemeChoice};

use crate::offscreen::{self, Kind};

/// Draws what `args` ask for.
///
/// # Errors
/// A sentence that says what can't be done.
pub fn draw(args: &Picture) -> Result<(), String> {
    let at = match &args.at {
        Some(text) => Some(
            text.parse::<Millis>()
                .map_err(|problem| format!("--at: {problem}"))?,
        ),
        None => None,
    };
    let still = match &args.file {
        Some(file) => Some(read_still(file, at)?),
        None => None,
    };
    let wish = args.renderer.map(|renderer| match renderer {
        PictureRenderer::Femtovg => Kind::FemtoVg,
        PictureRenderer::Software => Kind::Software,
    });
    let screen = offscreen::install(wish).map_err(|problem| problem.to_string())?;
    let window = AppWindow::new().map_err(|problem| problem.to_string())?;
    window.global::<ui::App>().set_theme(match args.theme {
        PictureTheme::Light => ThemeChoice::Light,
        PictureTheme::Dark => ThemeChoice::Dark,
    });
    let theme = window.global::<ui::App>().get_theme();
    let app = App::new(window, Box::new(ManualTime::default()), None);
    app.window().global::<ui::App>().set_theme(theme);
    let game_page = matches!(
        args.page,
        PicturePage::Game | PicturePage::Result | PicturePage::Pause | PicturePage::Review
    );
    match still {
        Some(still) if args.page == PicturePage::Review => {
            app.review(still.record().clone(), at)
                .map_err(|problem| problem.to_string())?
        }
        Some(still) if game_page => app.show_still(
            still,
            args.page == PicturePage::Result,
            args.page == PicturePage::Pause,
        ),
        None if game_page => {
            return Err("this page shows a game: name the file of its record".to_owned());
        }
        _ => app.show_plain(match args.page {
            PicturePage::New => Page::NewGame,
            PicturePage::Archive => Page::Archive,
            PicturePage::Settings => Page::Settings,
            PicturePage::Sound => Page::Sound,
            PicturePage::About => Page::About,
            _ => Page::Home,
        }),
    }
    let (width, height) = args.size;
    let picture = screen
        .settle(
            app.window().window(),
            width,
            height,
            args.scale,
            Duration::from_secs(1),
        )
        .map_err(|problem| problem.to_string())?;
    offscreen::write_png(&args.output, &picture).map_err(|problem| problem.to_string())
}

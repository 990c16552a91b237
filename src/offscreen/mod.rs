//! Pictures of a window without any display.
//!
//! [`install`] makes this thread's Slint draw into memory: with FemtoVG over
//! OpenGL where Mesa can give it without a display, or else with Slint's
//! software renderer. Time stands still unless it is moved with
//! [`Handle::advance_to`], so the same input gives the same picture, and an
//! animation can be caught half-way.

#[cfg(target_os = "linux")]
mod egl;
mod png;

use std::cell::{Cell, RefCell};
use std::io;
use std::path::PathBuf;
use std::rc::{Rc, Weak};
use std::time::Duration;

use slint::platform::femtovg_renderer::FemtoVGRenderer;
use slint::platform::software_renderer::{RepaintBufferType, SoftwareRenderer};
use slint::platform::{
    Platform, Renderer, WindowAdapter, WindowEvent, set_platform, update_timers_and_animations,
};
use slint::{PhysicalSize, PlatformError, Rgba8Pixel, SharedPixelBuffer, Window, WindowSize};

pub use self::png::write_png;

/// What was drawn: straight (not premultiplied) red, green, blue, alpha.
pub type Picture = SharedPixelBuffer<Rgba8Pixel>;

/// The longest side a picture may have, in pixels: what any OpenGL of today can
/// draw.
pub const MAX_SIDE: u32 = 8192;

/// How far [`Handle::settle`] moves the time from frame to frame. Only what
/// follows one animation upon the end of another sees the difference.
const STEP: Duration = Duration::from_millis(100);

/// What draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// FemtoVG, as in the window on a desktop.
    FemtoVg,
    /// Slint's software renderer, as in the window where there is no OpenGL.
    Software,
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum OffscreenError {
    /// FemtoVG was asked for, and there is no OpenGL without a display.
    #[error(
        "no OpenGL without a display: {0}. Install Mesa (on Debian: libegl1 and libgl1-mesa-dri), \
         or draw with the software renderer"
    )]
    NoOpenGl(String),
    /// Something has already opened a window or installed a platform.
    #[error("can't draw a picture any more once a window was opened")]
    PlatformTaken,
    /// The size can't be drawn.
    #[error(
        "can't draw a picture of {width} x {height} pixels: 1 to {MAX_SIDE} are possible each way"
    )]
    Size {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Slint or OpenGL failed.
    #[error("the picture could not be drawn: {0}")]
    Draw(#[from] PlatformError),
    /// The file could not be written.
    #[error("can't write the picture to {}: {source}", path.display())]
    Write {
        /// The file asked for.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Makes Slint on this thread draw into memory.
///
/// Without a wish it takes FemtoVG where there is OpenGL and otherwise the
/// software renderer. Call it before the first component is made, and before
/// any other thread is started.
pub fn install(wish: Option<Kind>) -> Result<Handle, OffscreenError> {
    let femtovg = match wish {
        Some(Kind::Software) => None,
        Some(Kind::FemtoVg) => Some(egl::renderer().map_err(OffscreenError::NoOpenGl)?),
        None => egl::renderer()
            .inspect_err(|reason| log::info!("no OpenGL, the software renderer draws: {reason}"))
            .ok(),
    };
    let kind = if femtovg.is_some() {
        Kind::FemtoVg
    } else {
        Kind::Software
    };
    let shared = Rc::new(Shared {
        time: Cell::default(),
        dirty: Cell::default(),
    });
    let platform = Headless {
        kind,
        femtovg: RefCell::new(femtovg),
        shared: shared.clone(),
    };
    set_platform(Box::new(platform)).map_err(|_| OffscreenError::PlatformTaken)?;
    Ok(Handle { shared })
}

/// Draws windows and moves their time.
#[derive(Debug)]
pub struct Handle {
    shared: Rc<Shared>,
}

impl Handle {
    /// The time Slint's animations and timers see; it starts at zero.
    pub fn time(&self) -> Duration {
        self.shared.time.get()
    }

    /// Moves the time on and runs the timers that fall due. It never runs
    /// backwards: an earlier time changes nothing.
    ///
    /// An animation starts when the first frame after the change is drawn;
    /// call [`Handle::render`] before moving on to see it half-way.
    pub fn advance_to(&self, time: Duration) {
        self.shared.time.set(time.max(self.time()));
        update_timers_and_animations();
    }

    /// Draws `window`, `width` by `height` pixels large, at the present time.
    /// `scale` is the number of those pixels to a logical one.
    pub fn render(
        &self,
        window: &Window,
        width: u32,
        height: u32,
        scale: f32,
    ) -> Result<Picture, OffscreenError> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(OffscreenError::Size { width, height });
        }
        let size = PhysicalSize::new(width, height);
        let rescale = window.scale_factor() != scale;
        if rescale {
            window.dispatch_event_with_result(WindowEvent::ScaleFactorChanged {
                scale_factor: scale,
            })?;
        }
        if rescale || window.size() != size {
            window.set_size(size);
        }
        window.show()?;
        update_timers_and_animations();
        // What a frame lays out may call handlers that change what it shows.
        for _ in 0..3 {
            self.shared.dirty.set(false);
            let picture = window.take_snapshot()?;
            update_timers_and_animations();
            if !self.shared.dirty.get() {
                return Ok(picture);
            }
        }
        Ok(window.take_snapshot()?)
    }

    /// Lets the time run, frame by frame, until nothing moves any more or
    /// `limit` is over, and draws what then stands.
    pub fn settle(
        &self,
        window: &Window,
        width: u32,
        height: u32,
        scale: f32,
        limit: Duration,
    ) -> Result<Picture, OffscreenError> {
        let end = self.time() + limit;
        loop {
            let picture = self.render(window, width, height, scale)?;
            if !window.has_active_animations() || self.time() >= end {
                return Ok(picture);
            }
            self.advance_to((self.time() + STEP).min(end));
        }
    }
}

/// What the handle, the platform and its windows share.
#[derive(Debug)]
struct Shared {
    time: Cell<Duration>,
    /// A window asked to be drawn again.
    dirty: Cell<bool>,
}

struct Headless {
    kind: Kind,
    /// The renderer that `install` tried out, for the first window.
    femtovg: RefCell<Option<FemtoVGRenderer>>,
    shared: Rc<Shared>,
}

impl Platform for Headless {
    fn create_window_adapter(&self) -> Result<Rc<dyn WindowAdapter>, PlatformError> {
        Ok(match self.kind {
            Kind::FemtoVg => {
                let ready = self.femtovg.take();
                self.adapter(ready.map_or_else(egl::renderer, Ok)?)
            }
            Kind::Software => self.adapter(SoftwareRenderer::new_with_repaint_buffer_type(
                RepaintBufferType::NewBuffer,
            )),
        })
    }

    fn duration_since_start(&self) -> Duration {
        self.shared.time.get()
    }
}

impl Headless {
    fn adapter<R: Renderer + 'static>(&self, renderer: R) -> Rc<dyn WindowAdapter> {
        Rc::new_cyclic(|this: &Weak<Adapter<R>>| Adapter {
            window: Window::new(this.clone()),
            renderer,
            size: Cell::default(),
            shared: self.shared.clone(),
        })
    }
}

struct Adapter<R> {
    window: Window,
    renderer: R,
    size: Cell<PhysicalSize>,
    shared: Rc<Shared>,
}

impl<R: Renderer> WindowAdapter for Adapter<R> {
    fn window(&self) -> &Window {
        &self.window
    }

    fn size(&self) -> PhysicalSize {
        self.size.get()
    }

    fn set_size(&self, size: WindowSize) {
        let scale = self.window.scale_factor();
        self.size.set(size.to_physical(scale));
        self.window.dispatch_event(WindowEvent::Resized {
            size: size.to_logical(scale),
        });
    }

    fn request_redraw(&self) {
        self.shared.dirty.set(true);
    }

    fn renderer(&self) -> &dyn Renderer {
        &self.renderer
    }
}

/// Elsewhere there is no OpenGL without a window: the software renderer draws.
#[cfg(not(target_os = "linux"))]
mod egl {
    pub fn renderer() -> Result<super::FemtoVGRenderer, String> {
        Err("this system has none".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    slint::slint! {
        export component Slide inherits Window {
            in property <bool> away;
            in-out property <length> seen;
            background: black;
            mark := Rectangle {
                x: root.away ? 80px : 0px;
                y: 0px;
                width: 20px;
                background: white;
                animate x { duration: 400ms; }
                changed x => { root.seen = self.x; }
            }
        }
    }

    /// The first white pixel of the first row.
    fn left(picture: &Picture) -> Option<usize> {
        picture.as_slice()[..picture.width() as usize]
            .iter()
            .position(|pixel| pixel.r > 128)
    }

    #[test]
    fn an_animation_is_seen_where_its_time_is() {
        let screen = install(Some(Kind::Software)).unwrap();
        let window = Slide::new().unwrap();
        let at = |ms, scale| {
            screen.advance_to(Duration::from_millis(ms));
            left(&screen.render(window.window(), 200, 20, scale).unwrap())
        };
        assert_eq!(at(0, 1.0), Some(0));
        window.set_away(true);
        assert_eq!(at(0, 1.0), Some(0), "it starts with the next frame");
        assert_eq!(at(200, 1.0), Some(40));
        assert_eq!(at(100, 1.0), Some(40), "time doesn't run backwards");
        assert_eq!(at(400, 1.0), Some(80));
        assert_eq!(window.get_seen(), 80.0);
        assert_eq!(at(400, 2.0), Some(160), "twice as large");
    }

    #[test]
    fn it_settles() {
        let screen = install(Some(Kind::Software)).unwrap();
        let window = Slide::new().unwrap();
        screen.render(window.window(), 100, 20, 1.0).unwrap();
        window.set_away(true);
        let limit = Duration::from_secs(5);
        let picture = screen.settle(window.window(), 100, 20, 1.0, limit).unwrap();
        assert_eq!(left(&picture), Some(80));
        assert!(screen.time() < limit);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        let screen = install(Some(Kind::Software)).unwrap();
        let window = Slide::new().unwrap();
        for (width, height) in [(0, 10), (10, MAX_SIDE + 1)] {
            let refused = screen.render(window.window(), width, height, 1.0);
            assert!(matches!(refused, Err(OffscreenError::Size { .. })));
        }
        assert!(matches!(install(None), Err(OffscreenError::PlatformTaken)));
    }
}

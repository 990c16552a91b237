//! A frame of the running game with the software renderer at 1280 x 800
//! (goal: 4 ms): of all of it, and of what changes when a second passes with
//! all six hourglasses and the move timer running.

use std::hint::black_box;
use std::rc::Rc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use slint::platform::software_renderer::{
    MinimalSoftwareWindow, PremultipliedRgbaColor, RepaintBufferType,
};
use slint::platform::{Platform, WindowAdapter};
use slint::{ComponentHandle, PhysicalSize, PlatformError};
use tamsk::app::App;
use tamsk::platform::time::ManualTime;
use tamsk::record::parse;
use tamsk::session::Session;
use tamsk::ui::{self, AppWindow, Page};

const SIZE: (u32, u32) = (1280, 800);

struct Headless(Rc<MinimalSoftwareWindow>, ManualTime);

impl Platform for Headless {
    fn create_window_adapter(&self) -> Result<Rc<dyn WindowAdapter>, PlatformError> {
        Ok(self.0.clone())
    }

    fn duration_since_start(&self) -> Duration {
        use tamsk::platform::time::TimeSource;
        self.1.now()
    }
}

/// All six hourglasses run, and the move timer.
const GAME: &str = "tamsk-record 1\nlevel 3\n\n\
    1 R D1-D2\n1.5 R ring D2\n2 B G1-F1\n2.5 B ring F1\n3 R A4-B4\n3.5 R ring B4\n\
    4 B D7-D6\n4.5 B ring D6\n5 R G4-F4\n5.5 R ring F4\n6 B A1-B2\n6.5 B ring B2\n7 B timer\n";

fn bench(c: &mut Criterion) {
    let time = ManualTime::default();
    let window = MinimalSoftwareWindow::new(RepaintBufferType::ReusedBuffer);
    let platform = Headless(window.clone(), time.clone());
    slint::platform::set_platform(Box::new(platform)).expect("the first platform");
    let app = App::new(
        AppWindow::new().expect("a window"),
        Box::new(time.clone()),
        None,
    );
    let record = parse(GAME.as_bytes()).expect("a record").record;
    app.play(Session::resume_record(record).expect("a game"));
    app.window().show().expect("a window");
    window.set_size(PhysicalSize::new(SIZE.0, SIZE.1));
    let mut pixels = vec![PremultipliedRgbaColor::default(); (SIZE.0 * SIZE.1) as usize];
    let pass = |ms: u64| {
        time.advance(Duration::from_millis(ms));
        slint::platform::update_timers_and_animations();
    };
    let mut draw = || {
        window.draw_if_needed(|renderer| {
            black_box(renderer.render(&mut pixels, SIZE.0 as usize));
        })
    };
    assert_eq!(app.window().global::<ui::App>().get_page(), Page::Game);
    app.window().global::<ui::Game>().invoke_resume();
    for _ in 0..40 {
        pass(50);
        draw();
    }
    let mut group = c.benchmark_group("frame 1280 x 800, software");
    group.bench_function("all of it", |b| {
        b.iter(|| {
            // A new size makes everything new.
            window.set_size(PhysicalSize::new(SIZE.0, SIZE.1 - 1));
            window.set_size(PhysicalSize::new(SIZE.0, SIZE.1));
            window.request_redraw();
            draw()
        });
    });
    group.bench_function("a second later", |b| {
        b.iter_custom(|rounds| {
            let mut spent = Duration::ZERO;
            for _ in 0..rounds {
                pass(200);
                let start = std::time::Instant::now();
                draw();
                spent += start.elapsed();
            }
            spent
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);

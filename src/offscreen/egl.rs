//! OpenGL into memory: EGL on a device instead of a display. Mesa offers its
//! software rasteriser as such a device, so that neither a display nor a
//! graphics card is needed.
#![allow(unsafe_code)]

use std::error::Error;
use std::ffi::{CStr, c_void};
use std::num::NonZeroU32;

use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::api::egl::surface::Surface;
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::prelude::*;
use glutin::surface::{PbufferSurface, SurfaceAttributesBuilder};
use slint::platform::femtovg_renderer::{FemtoVGRenderer, OpenGLInterface};

/// An OpenGL context of its own. Slint draws pictures into a texture, so the
/// surface that makes it complete is one pixel large and stays empty.
struct Gl {
    // Declared, and so dropped, in the order EGL wants.
    context: PossiblyCurrentContext,
    surface: Surface<PbufferSurface>,
    display: Display,
}

/// A renderer with a context of its own.
pub fn renderer() -> Result<FemtoVGRenderer, String> {
    hush();
    FemtoVGRenderer::new(open()?).map_err(|error| error.to_string())
}

/// Opens OpenGL on the first device that has it, and leaves it current.
fn open() -> Result<Gl, String> {
    let mut devices: Vec<Device> = Device::query_devices()
        .map_err(|error| format!("EGL finds no device ({error})"))?
        .collect();
    // The software rasteriser first: it gives every machine the same picture.
    devices.sort_by_key(|device| !device.extensions().contains("EGL_MESA_device_software"));
    let mut reason = "EGL knows no device".to_owned();
    for device in &devices {
        match open_on(device) {
            Ok(gl) => return Ok(gl),
            Err(error) => reason = format!("{error} on the last device tried"),
        }
    }
    Err(reason)
}

fn open_on(device: &Device) -> Result<Gl, glutin::error::Error> {
    // SAFETY: no native display is passed that could be invalid.
    let display = unsafe { Display::with_device(device, None)? };
    let template = ConfigTemplateBuilder::new()
        .with_api(Api::GLES2)
        .with_surface_type(ConfigSurfaceTypes::PBUFFER)
        .with_stencil_size(8)
        .build();
    // SAFETY: the template names no native window that could be invalid.
    let config = unsafe { display.find_configs(template)? }
        .min_by_key(GlConfig::num_samples)
        .ok_or(glutin::error::ErrorKind::BadConfig)?;
    let attributes = ContextAttributesBuilder::new()
        .with_context_api(ContextApi::Gles(Some(Version::new(2, 0))))
        .build(None);
    // SAFETY: neither a native window nor a context to share with is passed.
    let context = unsafe { display.create_context(&config, &attributes)? };
    let attributes =
        SurfaceAttributesBuilder::<PbufferSurface>::new().build(NonZeroU32::MIN, NonZeroU32::MIN);
    // SAFETY: the config comes from this display.
    let surface = unsafe { display.create_pbuffer_surface(&config, &attributes)? };
    let context = context.make_current(&surface)?;
    Ok(Gl {
        context,
        surface,
        display,
    })
}

/// Keeps Mesa from writing about drivers it looks for in vain: what fails is
/// reported by us, and where the software renderer steps in nothing failed.
fn hush() {
    const LEVEL: &str = "EGL_LOG_LEVEL";
    if std::env::var_os(LEVEL).is_none() {
        // SAFETY: `install` asks to be called before another thread is started,
        // so no other thread reads the environment meanwhile.
        unsafe { std::env::set_var(LEVEL, "fatal") };
    }
}

// SAFETY: the functions come from EGL itself, and stay valid: glutin never
// unloads its library.
unsafe impl OpenGLInterface for Gl {
    fn ensure_current(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        if !self.context.is_current() {
            self.context.make_current(&self.surface)?;
        }
        Ok(())
    }

    fn swap_buffers(&self) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    fn resize(&self, _: NonZeroU32, _: NonZeroU32) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    fn get_proc_address(&self, name: &CStr) -> *const c_void {
        self.display.get_proc_address(name)
    }
}

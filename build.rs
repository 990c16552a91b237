//! Compiles `ui/app.slint` into Rust.

fn main() {
    // The tests find what is on the screen by what it is called; a program
    // that is given to players needs no such names.
    let for_tests = std::env::var("PROFILE").is_ok_and(|profile| profile == "debug");
    let config = slint_build::CompilerConfiguration::new()
        .with_style("fluent".into())
        .with_debug_info(for_tests)
        .embed_resources(slint_build::EmbedResourcesKind::EmbedFiles);
    slint_build::compile_with_config("ui/app.slint", config)
        .expect("ui/app.slint does not compile");
    println!("cargo:rerun-if-changed=ui");
}

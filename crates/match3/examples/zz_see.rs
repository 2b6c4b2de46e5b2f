fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap())?;
    let level: tilewright_match3::Level = text.parse()?;
    let out = std::env::args().nth(2).unwrap();
    std::fs::write(&out, level.picture(48.0).to_png(&())?)?;
    let legend = tilewright_match3::picture::legend(level.rules(), 40.0);
    std::fs::write(out.replace(".png", "-legend.png"), legend.to_png(&())?)?;
    Ok(())
}

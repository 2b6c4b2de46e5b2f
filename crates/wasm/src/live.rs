//! Live maps: each call makes one frame.

use anyhow::anyhow;
use serde_json::{Value, json};
use tilewright_tasks::path::{FrameInput, LiveMap};
use tilewright_tasks::{Refusal, Refuse as _, read_keys};

use crate::call::{Call, Reply};
use crate::documents::Documents;
use crate::host::{Page, PageDoor};

/// The most live maps that are held; those that were opened first go first. A page shows one at a time, and the largest ones take
/// hundreds of megabytes.
const MOST: usize = 2;

/// The live maps that are held.
#[derive(Default)]
pub(crate) struct LiveMaps {
    held: Vec<(String, LiveMap)>,
    /// The number of live maps that were opened.
    opened: u32,
}

impl LiveMaps {
    /// Answers a call with `verb` after `live/`.
    pub(crate) fn answer(
        &mut self,
        verb: &str,
        call: &Call<'_>,
        documents: &Documents,
        page: &dyn Page,
    ) -> Result<Reply, Refusal> {
        let host = PageDoor { documents, page, outputs: Vec::new(), seed: None };
        if verb == "open" {
            return self.open(call, &host);
        }

        let id = call.text("live")?;
        let at = self.held.iter().position(|(known, _)| known == id);
        let at = at
            .ok_or_else(|| anyhow!("there is no such live map"))
            .hint("open it again")?;
        match verb {
            "frame" => {
                let input: FrameInput = read_keys(call.object("frame")?)?;
                let frame = self.held[at].1.frame(&input, &host)?;
                Ok(Reply::new(serde_json::to_value(frame)?))
            }
            "forget" => {
                self.held.remove(at);
                Ok(Reply::default())
            }
            _ => Err(anyhow!("unknown verb `live/{verb}`").into()),
        }
    }

    fn open(&mut self, call: &Call<'_>, host: &PageDoor<'_>) -> Result<Reply, Refusal> {
        let mut settings = call.object("settings")?;
        let seed = call.seed().map_or(Value::Null, |seed| seed.0.into());
        settings.entry("seed").or_insert(seed);
        let live = LiveMap::open(settings, host)?;
        self.opened += 1;
        let id = format!("{:08x}", self.opened);
        if self.held.len() >= MOST {
            self.held.remove(0);
        }
        self.held.push((id.clone(), live));
        Ok(Reply::new(json!({ "live": id })))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tilewright_tasks::Host;
    use tilewright_tasks::path::{FrameInput, LiveMap};

    use crate::{Desk, Page};

    struct QuietHost;

    impl Host for QuietHost {}

    /// A page whose clock stands still.
    struct ClockPage;

    impl Page for ClockPage {
        fn event(&self, _: &[u8]) {}

        fn nanos(&self) -> u64 {
            0
        }
    }

    fn call(desk: &mut Desk, call: &Value) -> Value {
        let reply = desk.answer(call.to_string().as_bytes(), &ClockPage);
        serde_json::from_slice(&reply).unwrap()
    }

    #[test]
    fn frames_of_the_desk_are_those_of_the_task() {
        let settings = json!({ "map": { "layout": [".....", "..#..", "....."] }, "walkers": 9, "seed": 3 });
        let own = LiveMap::open(settings.as_object().cloned().unwrap(), &QuietHost);
        let (mut live, mut desk) = (own.ok().unwrap(), Desk::default());
        let opened =
            call(&mut desk, &json!({ "verb": "live/open", "settings": settings }));
        let id = &opened["answer"]["live"];
        let frame = json!({ "verb": "live/frame", "live": id,
                            "frame": { "changes": [[1, 3, "#"]], "ticks": 20 } });
        let input = FrameInput::new(vec![(1, 3, '#')], 20).unwrap();
        for _ in 0..4 {
            let mut answer = call(&mut desk, &frame)["answer"].take();
            let timing = answer.as_object_mut().unwrap().shift_remove("timing");
            assert!(timing.unwrap()["query_us"].is_array());
            let own = live.frame(&input, &QuietHost).ok().unwrap();
            assert_eq!(answer, serde_json::to_value(own).unwrap());
        }
        call(&mut desk, &json!({ "verb": "live/forget", "live": id }));
        let gone = call(&mut desk, &frame);
        assert_eq!(gone["refused"]["error"], "there is no such live map");
    }
}

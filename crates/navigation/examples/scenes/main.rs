//! Five crowds as moving pictures: a corridor where two groups change sides, a crossroads, an evacuation, a tower defence and a warehouse.
//!
//! `cargo run --release -p tilewright-navigation --all-features --example scenes corridor corridor.gif`

mod recorder;

use std::error::Error;

use tilewright_draw::{Color, theme};
use tilewright_grid::{Cell, Rng, Seed};
use tilewright_navigation::crowd::{Crowd, GroupId, MemberId, Pibt, Point, UNIT};
use tilewright_navigation::{
    Agent, Layer, Navigation, NavigationError, Place, Scratch, Terrain,
};
use tilewright_pathplan::{Map, Steps};

use self::recorder::{Recorder, Spot};

/// The speed and the radius of those who flow: a fifth of a cell an update, and less than a third of a cell, so that two pass each other in a
/// corridor of one cell and a half.
const SPEED: i32 = UNIT / 5;
const RADIUS: i32 = UNIT * 3 / 10;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [scene, path] = &words[..] else {
        return Err(
            "expected the name of a scene and of a file: corridor corridor.gif".into()
        );
    };
    let recorder = match &scene[..] {
        "corridor" => corridor()?,
        "crossroads" => crossroads()?,
        "evacuation" => evacuation()?,
        "defence" => defence()?,
        "warehouse" => warehouse()?,
        _ => return Err(format!("no scene is called {scene}").into()),
    };
    std::fs::write(path, recorder.gif(scene)?)?;
    Ok(())
}

/// Two groups change sides through a corridor of two cells: walkers on cells, each with a goal of its own.
fn corridor() -> Result<Recorder, Box<dyn Error>> {
    let side = "......##########......\n";
    let middle = "......................\n";
    let text = [side, side, middle, middle, side, side].concat();
    let tiles: Map = text.parse()?;
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
    let mut crowd = Pibt::new(&map, Agent::default(), Seed(1))?;
    let mut colors = Vec::new();
    for (from, to, color) in [(0, 19, theme::ORANGE), (19, 0, theme::BLUE)] {
        for (row, column) in
            (0..6).flat_map(|row| (0..3).map(move |column| (row, column)))
        {
            let goal = Cell::new(row, to + column);
            let id = crowd.add(Cell::new(row, from + column), Some(goal.into()))?;
            colors.push((id, color));
        }
    }

    let mut recorder = Recorder::new(&text, 20.0)?;
    let mut arrived = 0;
    for step in 0.. {
        recorder.shoot(
            &spots(&crowd, &colors)?,
            &format!("come to the other side: {arrived} of 36"),
        );
        if arrived == 36 || step == 150 {
            return Ok(recorder);
        }
        arrived += crowd.step(&map)?.arrived.len();
    }
    Ok(recorder)
}

/// Walkers by steps in their colours.
fn spots(
    crowd: &Pibt,
    colors: &[(MemberId, Color)],
) -> Result<Vec<Spot>, NavigationError> {
    let spot = |&(id, color): &(MemberId, Color)| {
        crowd.place(id).map(|place| Spot::in_cell(place.cell, color))
    };
    colors.iter().map(spot).collect()
}

/// Walkers that flow, of several groups, and how they are drawn.
struct Flow {
    map: Navigation,
    crowd: Crowd,
    scratch: Scratch,
    groups: Vec<(GroupId, Color)>,
    colors: Vec<(MemberId, Color)>,
    rng: Rng,
    out: usize,
}

impl Flow {
    fn new(text: &str) -> Result<Self, Box<dyn Error>> {
        let tiles: Map = text.parse()?;
        let map = Navigation::new(&tiles, [Layer::walk(Steps::EIGHT)])?;
        Ok(Self {
            crowd: Crowd::new(&map)?,
            map,
            scratch: Scratch::default(),
            groups: Vec::new(),
            colors: Vec::new(),
            rng: Seed(1).rng(),
            out: 0,
        })
    }

    fn group(
        &mut self,
        goals: impl IntoIterator<Item = Cell>,
        color: Color,
    ) -> Result<usize, NavigationError> {
        let goals: Vec<Place> = goals.into_iter().map(Place::from).collect();
        let id = self.crowd.add_group(&self.map, Agent::default(), &goals)?;
        self.groups.push((id, color));
        Ok(self.groups.len() - 1)
    }

    /// A walker in a cell; nobody where another one stands.
    fn add(&mut self, group: usize, cell: Cell) -> Result<(), NavigationError> {
        let point = Point::middle(cell);
        let near = |(_, other): (MemberId, Point)| {
            (other.x - point.x).abs().max((other.y - point.y).abs()) < 2 * RADIUS
        };
        if self.crowd.walkers().any(near) {
            return Ok(());
        }
        let (id, color) = self.groups[group];
        let speed = SPEED - self.rng.below(SPEED as u32 / 4).cast_signed();
        let id = self.crowd.add(&self.map, id, point, speed, RADIUS)?;
        self.colors.push((id, color));
        Ok(())
    }

    /// Moves all; those who arrive leave the map.
    fn update(&mut self) -> Result<(), NavigationError> {
        for id in self.crowd.update(&self.map, &mut self.scratch)?.arrived.clone() {
            self.crowd.remove(id)?;
            self.colors.retain(|(other, _)| *other != id);
            self.out += 1;
        }
        Ok(())
    }

    fn spots(&self) -> Vec<Spot> {
        let spot = |&(id, color): &(MemberId, _)| {
            let point = self.crowd.point(id).expect("in the crowd");
            Spot::at(point, RADIUS, color)
        };
        self.colors.iter().map(spot).collect()
    }
}

/// Four streams that cross.
fn crossroads() -> Result<Recorder, Box<dyn Error>> {
    let block = "########";
    let corner = format!("{block}......{block}\n").repeat(8);
    let street = format!("{}\n", ".".repeat(22)).repeat(6);
    let text = format!("{corner}{street}{corner}");
    let mut flow = Flow::new(&text)?;
    let ways = [
        ((0..6).map(|at| Cell::new(8 + at, 0)).collect::<Vec<_>>(), theme::ORANGE),
        ((0..6).map(|at| Cell::new(8 + at, 21)).collect(), theme::BLUE),
        ((0..6).map(|at| Cell::new(0, 8 + at)).collect(), theme::GREEN),
        ((0..6).map(|at| Cell::new(21, 8 + at)).collect(), theme::PURPLE),
    ];
    for (at, (_, color)) in ways.iter().enumerate() {
        flow.group(ways[at ^ 1].0.iter().copied(), *color)?;
    }

    let mut recorder = Recorder::new(&text, 16.0)?;
    for update in 0..300 {
        if update % 6 == 0 {
            for (group, (cells, _)) in ways.iter().enumerate() {
                let at = flow.rng.below(6) as usize;
                flow.add(group, cells[at])?;
            }
        }
        flow.update()?;
        if update % 3 == 0 && update >= 30 {
            recorder.shoot(&flow.spots(), &format!("crossed: {}", flow.out));
        }
    }
    Ok(recorder)
}

/// A hall with a door, and a second one that is opened.
fn evacuation() -> Result<Recorder, Box<dyn Error>> {
    let wall = |is_door| {
        format!(
            "{}{}{}\n",
            ".".repeat(18),
            if is_door { '.' } else { '#' },
            ".".repeat(5)
        )
    };
    let text: String = (0..14).map(|row| wall(row == 10)).collect();
    let mut flow = Flow::new(&text)?;
    let people = flow.group((0..14).map(|row| Cell::new(row, 23)), theme::BLUE)?;
    for (row, column) in (0..14).flat_map(|row| (0..16).map(move |column| (row, column)))
    {
        if (row + column) % 2 == 0 {
            flow.add(people, Cell::new(row, column))?;
        }
    }

    let mut recorder = Recorder::new(&text, 16.0)?;
    for update in 0..600 {
        if update == 120 {
            flow.map.set(Cell::new(3, 18), Terrain::FREE)?;
            recorder.set(Cell::new(3, 18), b'.')?;
        }
        if update % 3 == 0 {
            recorder.shoot(&flow.spots(), &format!("out: {} of 112", flow.out));
        }
        if flow.out == 112 {
            break;
        }
        flow.update()?;
    }
    Ok(recorder)
}

/// Towers are built in the way; those on their way go round them.
fn defence() -> Result<Recorder, Box<dyn Error>> {
    let text = format!("{}\n", ".".repeat(26)).repeat(14);
    let mut flow = Flow::new(&text)?;
    let creeps = flow.group((5..9).map(|row| Cell::new(row, 25)), theme::ORANGE)?;
    let tower = |at: u32| {
        let column = 6 + 5 * (at / 11);
        let row = if (at / 11).is_multiple_of(2) { at % 11 } else { 13 - at % 11 };
        Cell::new(row, column)
    };

    let mut recorder = Recorder::new(&text, 16.0)?;
    for update in 0..540 {
        if update % 5 == 0 {
            let row = 5 + flow.rng.below(4);
            flow.add(creeps, Cell::new(row, 0))?;
        }
        if update >= 60 && update % 10 == 0 && (update - 60) / 10 < 33 {
            let cell = tower((update - 60) / 10);
            flow.map.set(cell, Terrain::WALL)?;
            recorder.set(cell, b'#')?;
        }
        flow.update()?;
        if update % 4 == 0 {
            recorder.shoot(&flow.spots(), &format!("come through: {}", flow.out));
        }
    }
    Ok(recorder)
}

/// Robots between shelves, each to one place after another.
fn warehouse() -> Result<Recorder, Box<dyn Error>> {
    let shelves = format!(".{}..\n", ".######".repeat(3));
    let aisle = format!("{}\n", ".".repeat(24));
    let text = format!("{aisle}{shelves}").repeat(5) + &aisle;
    let tiles: Map = text.parse()?;
    let map = Navigation::new(&tiles, [Layer::walk(Steps::FOUR)])?;
    let free: Vec<Cell> = tiles
        .size()
        .cells()
        .filter(|&cell| map.can_stand(cell, Agent::default()) == Ok(true))
        .collect();
    let mut rng = Seed(1).rng();
    let mut crowd = Pibt::new(&map, Agent::default(), Seed(1))?;
    let mut colors = Vec::new();
    let palette = [theme::ORANGE, theme::BLUE, theme::GREEN, theme::PURPLE];
    while colors.len() < 40 {
        let [from, to] = [0; 2].map(|_| free[rng.below(free.len() as u32) as usize]);
        if let Ok(id) = crowd.add(from, Some(to.into())) {
            colors.push((id, palette[colors.len() % 4]));
        }
    }

    let mut recorder = Recorder::new(&text, 18.0)?;
    let mut reached = 0;
    for _ in 0..100 {
        recorder.shoot(&spots(&crowd, &colors)?, &format!("places reached: {reached}"));
        for id in crowd.step(&map)?.arrived.clone() {
            let to = free[rng.below(free.len() as u32) as usize];
            crowd.set_goal(id, Some(to.into()))?;
            reached += 1;
        }
    }
    Ok(recorder)
}

//! The demos of the tour, in their order.

/// The name of a file and its content.
pub(super) type Input = (&'static str, &'static [u8]);

/// A map of a village as text.
const VILLAGE_TEXT: [Input; 1] = [("village.txt", include_bytes!("../village.txt"))];

/// The same map for the editor Tiled, with a start, a goal and three NPCs.
const VILLAGE_MAP: [Input; 3] = [
    ("village.tmx", include_bytes!("village.tmx")),
    ("village-tiles.tsx", include_bytes!("village-tiles.tsx")),
    ("village-tiles.png", include_bytes!("village-tiles.png")),
];

/// A command with its title and description. `DIR` in the command stands for the tour's folder.
pub(super) struct Demo {
    pub(super) name: &'static str,
    pub(super) game: &'static str,
    pub(super) title: &'static str,
    pub(super) text: &'static str,
    /// The arguments of the command, separated by spaces.
    pub(super) words: &'static str,
    /// The start of the line of output that is quoted; empty if none is.
    pub(super) quoted: &'static str,
    /// Its large number: the last one that stands after these letters in the output, and what it
    /// counts.
    pub(super) figure: (&'static str, &'static str),
    /// The format of its picture: svg or gif.
    pub(super) extension: &'static str,
    /// The files that the command reads.
    pub(super) inputs: &'static [Input],
}

pub(super) const DEMOS: [Demo; 17] = [
    Demo {
        name: "win-rate",
        game: "Match-3 levels",
        title: "A level that is won as often as you ask",
        text: "The request: rules of today's games, boxes and grass to clear in 16 moves, and \
               60 % of the games won. The bot plays candidate levels until fresh games, \
               which the search has not seen, prove the share.",
        words: "match3 generate --rules royal --kinds box1:6-16,box2:0-8,grass1:6-16 --goal kind:box:all --goal kind:grass:all --win-rate 0.6 --moves 16 --bot greedy --symmetry horizontal",
        quoted: "level 1: ",
        figure: (" games), ", "% of games won within 16 moves by the bot greedy"),
        extension: "svg",
        inputs: &[],
    },
    Demo {
        name: "game",
        game: "Match-3 levels",
        title: "A game with rockets and bombs, played by a bot",
        text: "Swap, match, fire, fall: under the rules royal a bot that plans by sampling \
               opens the boxes and clears the grass.",
        words: "match3 play DIR/meadow.json --bot planner --games 100",
        quoted: "win rate",
        figure: ("win rate    ", "% of games won within 9 moves by the bot planner"),
        extension: "gif",
        inputs: &[("meadow.json", include_bytes!("../meadow.json"))],
    },
    Demo {
        name: "taps",
        game: "Match-3 levels",
        title: "A game in which groups are tapped",
        text: "Under the rules blast a tap takes a group of one colour, and large groups \
               leave a rocket, a bomb or a ball. The bot that plans breaks boxes and vases \
               and brings the ducks down.",
        words: "match3 play DIR/attic.json --bot planner --games 100",
        quoted: "win rate",
        figure: ("win rate    ", "% of games won within 13 taps by the bot planner"),
        extension: "gif",
        inputs: &[("attic.json", include_bytes!("../attic.json"))],
    },
    Demo {
        name: "level",
        game: "Match-3 levels",
        title: "A match-3 level of a given potential",
        text: "The potential is the number of ways in which a swap can complete a line of \
               three. This level was generated with a potential of exactly 600. The heat map \
               shows where these ways are; the bars show which kinds of cells remove the \
               others.",
        words: "match3 generate --target 600 --kinds obstacle,blocked1,blocked2,overlay1 --symmetry horizontal",
        quoted: "level 1: ",
        figure: ("potential ", "ways to complete a line"),
        extension: "svg",
        inputs: &[],
    },
    Demo {
        name: "evolution",
        game: "Match-3 levels",
        title: "The article's evolutionary search",
        text: "FI-2Pop with the settings of the article on match-3 level generation: a \
               feasible and an infeasible population evolve side by side towards a level \
               within 55 of the target.",
        words: "match3 generate --rows 10 --columns 10 --target 684 --tolerance 55 --algorithm fi2pop",
        quoted: "level 1: ",
        figure: ("potential ", "ways to complete a line, where 684 ± 55 were asked for"),
        extension: "gif",
        inputs: &[],
    },
    Demo {
        name: "wall",
        game: "Match-3 levels",
        title: "Many levels at once",
        text: "Sixteen different levels of the same potential, each unchanged by a \
               half-turn.",
        words: "match3 generate --target 450 --kinds obstacle,overlay2 --symmetry rotational --count 16",
        quoted: "",
        figure: ("level ", "different levels of the same potential"),
        extension: "svg",
        inputs: &[],
    },
    Demo {
        name: "heart",
        game: "Match-3 levels",
        title: "A board with a shape of your own",
        text: "A template gives the holes and some cells; the search fills the cells marked \
               with ?.",
        words: "match3 generate --template DIR/heart.txt --target 250 --kinds blocked1,blocked2,overlay1 --symmetry horizontal",
        quoted: "level 1: ",
        figure: ("potential ", "ways to complete a line"),
        extension: "svg",
        inputs: &[("heart.txt", include_bytes!("../heart.txt"))],
    },
    Demo {
        name: "difficulty",
        game: "Match-3 levels",
        title: "A level of a given difficulty",
        text: "The target: 24 swaps on average to collect 30 blocks of one colour. During \
               the search a model predicts the swaps of thousands of levels without playing \
               them; then games with new random seeds confirm the level.",
        words: "match3 generate --goal collect:30 --difficulty 24 --kinds obstacle,blocked1,overlay2",
        quoted: "level 1: ",
        figure: ("played by article: ", "swaps on average by the bot article"),
        extension: "svg",
        inputs: &[],
    },
    Demo {
        name: "route",
        game: "Paths",
        title: "The shortest path on a tile map",
        text: "A* through a village: the cells it expands, from dark (early) to bright \
               (late), and the shortest path. The brook is slow to wade: a step into it \
               costs 6.",
        words: "path plan DIR/village.tmx",
        quoted: "astar: ",
        figure: ("astar: cost ", "cost of the cheapest path"),
        extension: "gif",
        inputs: &VILLAGE_MAP,
    },
    Demo {
        name: "paths",
        game: "Paths",
        title: "Evolved paths",
        text: "The planner of the article on genetic path planning: generation by \
               generation, its population converges on the cheapest path, which avoids the \
               brook. A* finds the optimum in microseconds; the costs of both are compared.",
        words: "path plan DIR/village.txt --from 20,4 --to 6,34 --planner improved --generations 16",
        quoted: "improved: ",
        figure: (
            "improved: cost ",
            "cost of the best path that evolved, the lowest there is",
        ),
        extension: "gif",
        inputs: &VILLAGE_TEXT,
    },
    Demo {
        name: "routes",
        game: "Paths",
        title: "Diverse routes",
        text: "Eight routes, each at most 20 % longer than the shortest and as different \
               from each other as possible, and the number of routes through every cell.",
        words: "path routes DIR/village.txt --from 20,4 --to 6,34 --routes 8 --detour 1.2",
        quoted: "8 routes",
        figure: ("dissimilarity ", "dissimilarity; 1 is no cell in common"),
        extension: "svg",
        inputs: &VILLAGE_TEXT,
    },
    Demo {
        name: "crowd",
        game: "Paths",
        title: "A crowd that flows",
        text: "Walkers flow to a room and stay there: circles that make room for each other, \
               go around each other and never touch a wall. Of those who come late some find \
               room in the street only.",
        words: "path crowd DIR/village.tmx --kind field --walkers 160 --goal 6,34 --stay",
        quoted: "160 walkers",
        figure: ("steps: ", "of 160 walkers have come to rest"),
        extension: "gif",
        inputs: &VILLAGE_MAP,
    },
    Demo {
        name: "2048",
        game: "2048",
        title: "A network plays 2048",
        text: "An n-tuple network, trained on its own games, that ships with the program: the \
               last 40 moves to its first 16384, or to the end of its game.",
        words: "2048 play --auto --player network --until 16384 --last 40",
        quoted: "score",
        figure: ("largest tile ", "the largest tile"),
        extension: "gif",
        inputs: &[],
    },
    Demo {
        name: "tiles",
        game: "2048",
        title: "How far a 2048 player gets",
        text: "Sixty games of the same network with a 1-ply search: the share of games that \
               reach each tile, and the distribution of scores. With a 3-ply search it \
               scores more than twice as much on average.",
        words: "2048 bench --player network --depth 1 --games 60",
        quoted: "score",
        figure: ("2048        reached in ", "% of games reach 2048"),
        extension: "svg",
        inputs: &[],
    },
    Demo {
        name: "fleet",
        game: "Battleship",
        title: "The article's evolution of a fleet",
        text: "A population of fleets evolves until no ships overlap, touch or leave the \
               field: the best fleet of each generation, and the curves of best and mean \
               fitness.",
        words: "battleship place --method classic",
        quoted: "",
        figure: ("legal; ", "fleets evaluated until one is legal"),
        extension: "gif",
        inputs: &[],
    },
    Demo {
        name: "hunt",
        game: "Battleship",
        title: "A hunt",
        text: "The expert against a fleet that is placed to be hard to find: what it knows \
               after each shot, and where it expects the ships.",
        words: "battleship hunt --hunter expert --fleets adversarial --games 1",
        quoted: "expert (veteran)",
        figure: ("adversarial: ", "shots by the expert until all ships are sunk"),
        extension: "gif",
        inputs: &[],
    },
    Demo {
        name: "hunters",
        game: "Battleship",
        title: "Hunters and placements",
        text: "Three hunters against three ways to place a fleet: the number of shots that \
               games take.",
        words: "battleship hunt --hunter novice,lattice,density --fleets sequential,two-columns,adversarial --games 200",
        quoted: "",
        figure: (
            "density against adversarial: mean ",
            "shots on average by density against adversarial fleets",
        ),
        extension: "svg",
        inputs: &[],
    },
];

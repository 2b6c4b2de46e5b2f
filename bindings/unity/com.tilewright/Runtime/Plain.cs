// What maps take and give, as values.

using System;

namespace Tilewright
{
    public partial struct Place : IEquatable<Place>
    {
        /// <summary>A place, by default of floor 0.</summary>
        public Place(int x, int y, int floor = 0)
        {
            X = x;
            Y = y;
            Floor = floor;
        }

        /// <summary>Whether both are the same place.</summary>
        public bool Equals(Place other) => X == other.X && Y == other.Y && Floor == other.Floor;

        /// <summary>Whether it is this place.</summary>
        public override bool Equals(object other) => other is Place && Equals((Place)other);

        /// <summary>A number for tables.</summary>
        public override int GetHashCode() => unchecked((Floor * 31 + Y) * 65599 + X);

        /// <summary>Column, row and floor.</summary>
        public override string ToString() => X + ", " + Y + ", " + Floor;

        /// <summary>Whether both are the same place.</summary>
        public static bool operator ==(Place one, Place other) => one.Equals(other);

        /// <summary>Whether they are two places.</summary>
        public static bool operator !=(Place one, Place other) => !one.Equals(other);
    }

    public partial struct Floor
    {
        /// <summary>A floor of this size.</summary>
        public Floor(int columns, int rows)
        {
            Columns = columns;
            Rows = rows;
        }
    }

    public partial struct Change
    {
        /// <summary>What a cell becomes.</summary>
        public Change(Place at, int value)
        {
            At = at;
            Value = value;
        }
    }

    public partial struct Agent
    {
        /// <summary>The usual one: of the first layer and of size 1, who may use all links.</summary>
        public static readonly Agent Usual = Native.tw_agent();

        /// <summary>An agent of a layer and a size, who by default may use all links.</summary>
        public Agent(int layer, int size = 1, uint mask = uint.MaxValue)
        {
            Layer = layer;
            Size = size;
            Mask = mask;
        }
    }

    public partial struct Point
    {
        /// <summary>The units that are a cell.</summary>
        public const int Unit = Native.TW_UNIT;

        /// <summary>A point, by default of floor 0.</summary>
        public Point(int x, int y, int floor = 0)
        {
            X = x;
            Y = y;
            Floor = floor;
        }

        /// <summary>The middle of a cell.</summary>
        public static Point Middle(Place at) => new Point(at.X * Unit + Unit / 2, at.Y * Unit + Unit / 2, at.Floor);
    }

    /// <summary>A way to move. A new one is the usual one: eight neighbours, free ground and swamp at a cost of 1, agents of size 1.</summary>
    public sealed unsafe class Layer
    {
        static readonly PlainLayer Usual = Native.tw_layer();

        /// <summary>The usual way to move, to be changed.</summary>
        public Layer()
        {
            var usual = Usual;
            Costs = new double[16];
            for (int terrain = 0; terrain < 16; terrain++) Costs[terrain] = usual.Costs[terrain];
            DangerWeight = usual.DangerWeight;
            Neighbors = (int)usual.Neighbors;
            Corners = (Corners)usual.Corners;
            Sizes = new int[0];
        }

        /// <summary>The cost of entering each terrain, from 0.001 to a million, the factor on the length of a step; 0 where it cannot be entered. Those behind its end are 0.</summary>
        public double[] Costs { get; set; }

        /// <summary>What each unit of danger of a cell adds to the cost of a step into it.</summary>
        public double DangerWeight { get; set; }

        /// <summary>4 or 8 neighbours of a square; hexagons have 6, whatever is said here.</summary>
        public int Neighbors { get; set; }

        /// <summary>When a diagonal step may pass blocked cells.</summary>
        public Corners Corners { get; set; }

        /// <summary>The sizes of its agents, 1 to 8; those of size 1 it has always.</summary>
        public int[] Sizes { get; set; }

        internal static PlainLayer[] Plain(Layer[] layers)
        {
            var plain = new PlainLayer[layers.Length];
            for (int number = 0; number < layers.Length; number++)
            {
                var layer = layers[number];
                if (layer == null || layer.Costs == null || layer.Sizes == null) throw new ArgumentNullException(nameof(layers), "layer " + number + " is null, or its costs or sizes are");
                if (layer.Costs.Length > 16) throw new ArgumentException("layer " + number + " has costs of " + layer.Costs.Length + " terrains: 16 at most", nameof(layers));
                fixed (PlainLayer* it = &plain[number])
                {
                    for (int terrain = 0; terrain < layer.Costs.Length; terrain++) it->Costs[terrain] = layer.Costs[terrain];
                    it->DangerWeight = layer.DangerWeight;
                    it->Neighbors = (uint)layer.Neighbors;
                    it->Corners = (uint)layer.Corners;
                    foreach (int size in layer.Sizes)
                    {
                        if (size < 1 || size > 8) throw new ArgumentException("layer " + number + " has agents of size " + size + ": 1 to 8", nameof(layers));
                        it->Sizes |= 1u << size - 1;
                    }
                }
            }
            return plain;
        }
    }

    /// <summary>A way from one place to another beside the steps of the map: stairs, a ladder, a teleporter, a drop.</summary>
    public struct Link
    {
        /// <summary>A link for everybody, by default at a cost of 1 and both ways.</summary>
        public Link(Place from, Place to, double cost = 1, bool bothWays = true, uint mask = uint.MaxValue)
        {
            From = from;
            To = to;
            Cost = cost;
            BothWays = bothWays;
            Mask = mask;
        }

        /// <summary>Where it begins.</summary>
        public Place From;
        /// <summary>Where it ends.</summary>
        public Place To;
        /// <summary>What it costs.</summary>
        public double Cost;
        /// <summary>Whether it leads from its end to its beginning, too.</summary>
        public bool BothWays;
        /// <summary>Who may use it: agents whose masks have a bit in common with it.</summary>
        public uint Mask;

        internal PlainLink Plain => new PlainLink { From = From, To = To, Cost = Cost, BothWays = BothWays ? 1u : 0u, Mask = Mask };
    }

    /// <summary>From where to where, for whom, within which limits. <c>new Query(from, to)</c> is the usual one, to be changed.</summary>
    public unsafe struct Query
    {
        static readonly PlainQuery Usual = Native.tw_query(default(Place), default(Place));

        /// <summary>The usual query from a place to another one: for the usual agent, without limits.</summary>
        public Query(Place from, Place to)
        {
            From = from;
            To = to;
            Goals = null;
            Blocked = null;
            BlockedCount = -1;
            Agent = Usual.Agent;
            OrNearest = Usual.OrNearest != 0;
            Coarse = Usual.Coarse != 0;
            Keep = false;
            Radius = Usual.Radius;
            Departure = Usual.Departure;
            MaxCost = Usual.MaxCost;
            Weight = Usual.Weight;
            Budget = Usual.Budget;
        }

        /// <summary>A query to the cheapest of several goals.</summary>
        public Query(Place from, Place[] goals) : this(from, default(Place))
        {
            if (goals == null) throw new ArgumentNullException(nameof(goals));
            Goals = goals;
        }

        /// <summary>The start. If the agent cannot stand there, it begins at the nearest cell where it can.</summary>
        public Place From;
        /// <summary>The goal, if <c>Goals</c> is null.</summary>
        public Place To;
        /// <summary>Several goals, of which the cheapest is reached, or null.</summary>
        public Place[] Goals;
        /// <summary>Other cells that count as walls, such as those where other agents stand; or null.</summary>
        public Place[] Blocked;
        /// <summary>How many of them count, so that one array serves many frames; below 0 all of them.</summary>
        public int BlockedCount;
        /// <summary>Who asks.</summary>
        public Agent Agent;
        /// <summary>Whether the route leads to the place that can be reached and is nearest to a goal, if no goal can be reached.</summary>
        public bool OrNearest;
        /// <summary>Whether the regions to cross are chosen first: faster on large maps with costs, and not always the cheapest.</summary>
        public bool Coarse;
        /// <summary>Whether the route is kept, so that <c>Found.Route</c> says whether it is still right.</summary>
        public bool Keep;
        /// <summary>Any place of the goal's floor at most this far from it, in cells, is a goal; below 0 only that itself. It needs one goal.</summary>
        public double Radius;
        /// <summary>The tick at which the agent leaves, on maps with doors.</summary>
        public double Departure;
        /// <summary>A route must not cost more.</summary>
        public double MaxCost;
        /// <summary>The route may cost up to this factor more than the cheapest, 1 or more.</summary>
        public double Weight;
        /// <summary>The cells to expand before the search is left to the next frame; <c>ulong.MaxValue</c> for all.</summary>
        public ulong Budget;

        /// <summary>As the library reads it. The arrays are held by the caller, who has their addresses.</summary>
        internal PlainQuery Plain(Place* goals, Place* blocked)
        {
            int most = Blocked == null ? 0 : Blocked.Length;
            if (BlockedCount > most) throw new ArgumentException("BlockedCount is " + BlockedCount + ", and Blocked has " + most + " places");
            // An empty list of goals is refused, rather than taken for none.
            if (Goals != null && Goals.Length == 0) throw new ArgumentException("Goals is empty");
            return new PlainQuery
            {
                From = From,
                To = To,
                Goals = goals,
                GoalCount = (UIntPtr)(Goals == null ? 0 : Goals.Length),
                Blocked = blocked,
                BlockedCount = (UIntPtr)(BlockedCount < 0 ? most : BlockedCount),
                Agent = Agent,
                OrNearest = OrNearest ? 1u : 0u,
                Coarse = Coarse ? 1u : 0u,
                Radius = Radius,
                Departure = Departure,
                MaxCost = MaxCost,
                Weight = Weight,
                Budget = Budget,
            };
        }
    }

    /// <summary>What a query has found.</summary>
    public struct Found
    {
        internal Found(in PlainFound found, bool keep)
        {
            Outcome = found.Outcome;
            Length = checked((int)found.Length);
            Cost = found.Cost;
            Least = found.Least;
            Expansions = (long)found.Expansions;
            Route = found.Route == 0 ? null : new Route(new Handle(found.Route));
            Search = found.Search == 0 ? null : new Search(new Handle(found.Search), keep);
        }

        /// <summary>What was found.</summary>
        public Outcome Outcome { get; }

        /// <summary>How many places the route has, both ends included.</summary>
        public int Length { get; }

        /// <summary>What the route costs.</summary>
        public double Cost { get; }

        /// <summary>What the cheapest route costs at least.</summary>
        public double Least { get; }

        /// <summary>How many cells were expanded.</summary>
        public long Expansions { get; }

        /// <summary>The route, if it should be kept and there is one; else null.</summary>
        public Route Route { get; }

        /// <summary>The search, for <c>Map.Resume</c>, if it is unfinished; else null.</summary>
        public Search Search { get; }
    }

    /// <summary>A link that a route uses.</summary>
    public struct RouteLink
    {
        /// <summary>The link.</summary>
        public ulong Link;
        /// <summary>The number of the place of the route from which it is used.</summary>
        public int At;
    }
}

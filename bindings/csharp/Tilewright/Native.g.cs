// The functions, structs and numbers of tilewright.h for C#. Made by `cargo xtask capi`: do not edit.

using System;
using System.Runtime.InteropServices;

namespace Tilewright
{
    internal static unsafe partial class Native
    {
#if (UNITY_IOS || UNITY_TVOS || UNITY_VISIONOS || UNITY_WEBGL) && !UNITY_EDITOR
        const string LibraryName = "__Internal";
#else
        const string LibraryName = "tilewright";
#endif

        internal const uint TW_NO_CELL = 65535;
        internal const uint TW_COLORLESS = 255;
        internal const uint TW_ABI_VERSION = 1;
        internal const int TW_UNIT = 4096;

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate int tw_run_on_event_delegate(void* user, byte* @event, UIntPtr length);

        [DllImport(LibraryName, EntryPoint = "tw_abi_version", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern uint tw_abi_version();

        [DllImport(LibraryName, EntryPoint = "tw_last_error", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern UIntPtr tw_last_error(byte* buffer, UIntPtr capacity);

        [DllImport(LibraryName, EntryPoint = "tw_last_hint", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern UIntPtr tw_last_hint(byte* buffer, UIntPtr capacity);

        [DllImport(LibraryName, EntryPoint = "tw_last_key", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern UIntPtr tw_last_key(byte* buffer, UIntPtr capacity);

        [DllImport(LibraryName, EntryPoint = "tw_free", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_free(ulong handle);

        [DllImport(LibraryName, EntryPoint = "tw_held", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern UIntPtr tw_held();

        [DllImport(LibraryName, EntryPoint = "tw_run", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_run(byte* request, UIntPtr length, byte* picture, tw_run_on_event_delegate on_event, void* user, ulong* answer);

        [DllImport(LibraryName, EntryPoint = "tw_answer_read", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_answer_read(ulong answer, byte* form, byte* buffer, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_game_open", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_game_open(byte* name, byte* options, UIntPtr length, ulong* game);

        [DllImport(LibraryName, EntryPoint = "tw_game_load", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_game_load(byte* name, byte* saved, UIntPtr length, ulong* game);

        [DllImport(LibraryName, EntryPoint = "tw_game_copy", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_game_copy(ulong game, ulong* copy);

        [DllImport(LibraryName, EntryPoint = "tw_game_ask", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_game_ask(ulong game, byte* verb, byte* argument, UIntPtr argument_length, byte* buffer, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_game_said", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_game_said(ulong game, byte* buffer, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_match3_play", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_match3_play(ulong game, uint from_x, uint from_y, uint to_x, uint to_y, Match3Event* events, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_match3_hint", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_match3_hint(ulong game, byte* bot, ulong budget, TwSwap* swap);

        [DllImport(LibraryName, EntryPoint = "tw_match3_state", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_match3_state(ulong game, TwMatch3State* state);

        [DllImport(LibraryName, EntryPoint = "tw_match3_events", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_match3_events(ulong game, Match3Event* events, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_match3_lists", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_match3_lists(ulong game, uint* lists, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_match3_elements", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_match3_elements(ulong game, Element* elements, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_layer", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern PlainLayer tw_layer();

        [DllImport(LibraryName, EntryPoint = "tw_agent", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Agent tw_agent();

        [DllImport(LibraryName, EntryPoint = "tw_link", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern PlainLink tw_link(Place from, Place to);

        [DllImport(LibraryName, EntryPoint = "tw_map_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_new(Floor* floors, UIntPtr floor_count, PlainLayer* layers, UIntPtr layer_count, uint shape, byte* cells, UIntPtr length, ulong* map);

        [DllImport(LibraryName, EntryPoint = "tw_map_copy", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_copy(ulong map, ulong* copy);

        [DllImport(LibraryName, EntryPoint = "tw_map_set", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_set(ulong map, Place at, uint terrain);

        [DllImport(LibraryName, EntryPoint = "tw_map_set_all", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_set_all(ulong map, Change* changes, UIntPtr count);

        [DllImport(LibraryName, EntryPoint = "tw_map_set_cost", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_set_cost(ulong map, Place at, double cost);

        [DllImport(LibraryName, EntryPoint = "tw_map_set_danger", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_set_danger(ulong map, Change* changes, UIntPtr count);

        [DllImport(LibraryName, EntryPoint = "tw_map_cell", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_cell(ulong map, Place at, Cell* cell);

        [DllImport(LibraryName, EntryPoint = "tw_map_clearance", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_clearance(ulong map, Place at, uint layer, uint* size);

        [DllImport(LibraryName, EntryPoint = "tw_map_can_stand", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_can_stand(ulong map, Place at, Agent agent);

        [DllImport(LibraryName, EntryPoint = "tw_map_prepare", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_prepare(ulong map, Agent agent);

        [DllImport(LibraryName, EntryPoint = "tw_map_set_door", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_set_door(ulong map, Place at, uint open, uint shut, uint shift);

        [DllImport(LibraryName, EntryPoint = "tw_map_remove_door", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_remove_door(ulong map, Place at);

        [DllImport(LibraryName, EntryPoint = "tw_map_add_link", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_add_link(ulong map, PlainLink* link, ulong* number);

        [DllImport(LibraryName, EntryPoint = "tw_map_set_link", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_set_link(ulong map, ulong number, PlainLink* link);

        [DllImport(LibraryName, EntryPoint = "tw_map_remove_link", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_remove_link(ulong map, ulong number);

        [DllImport(LibraryName, EntryPoint = "tw_query", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern PlainQuery tw_query(Place from, Place to);

        [DllImport(LibraryName, EntryPoint = "tw_map_route", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_route(ulong map, PlainQuery* query, uint keep, Place* places, UIntPtr capacity, PlainFound* found);

        [DllImport(LibraryName, EntryPoint = "tw_map_resume", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_resume(ulong map, ulong search, uint keep, Place* places, UIntPtr capacity, PlainFound* found);

        [DllImport(LibraryName, EntryPoint = "tw_map_way", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_way(ulong map, Place* places, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_map_is_reachable", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_map_is_reachable(ulong map, PlainQuery* query);

        [DllImport(LibraryName, EntryPoint = "tw_route_is_valid", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_route_is_valid(ulong map, ulong route, UIntPtr from);

        [DllImport(LibraryName, EntryPoint = "tw_route_may_improve", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_route_may_improve(ulong map, ulong route);

        [DllImport(LibraryName, EntryPoint = "tw_route_links", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_route_links(ulong route, PlainRouteLink* links, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_route_times", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_route_times(ulong route, double* arrivals, double* departures, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_route_walk", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_route_walk(ulong map, ulong route, uint any_angle, Place* turns, UIntPtr capacity, UIntPtr* length, double* distance);

        [DllImport(LibraryName, EntryPoint = "tw_field_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_new(ulong map, Agent agent, Place* goals, UIntPtr count, ulong budget, ulong* field);

        [DllImport(LibraryName, EntryPoint = "tw_field_resume", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_resume(ulong map, ulong field, ulong budget);

        [DllImport(LibraryName, EntryPoint = "tw_field_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_update(ulong map, ulong field, ulong* found);

        [DllImport(LibraryName, EntryPoint = "tw_field_set_goals", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_set_goals(ulong map, ulong field, Place* goals, UIntPtr count, ulong* found);

        [DllImport(LibraryName, EntryPoint = "tw_field_value", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_value(ulong field, Place at, double* value);

        [DllImport(LibraryName, EntryPoint = "tw_field_next", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_next(ulong field, Place at, Place* next);

        [DllImport(LibraryName, EntryPoint = "tw_field_advance", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_advance(ulong field, Place* places, UIntPtr count);

        [DllImport(LibraryName, EntryPoint = "tw_field_values", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_field_values(ulong map, ulong field, uint floor, double* values, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_new(ulong map, Agent agent, ulong seed, ulong* crowd);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_add", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_add(ulong crowd, Place at, Place* goal, ulong* walker);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_remove(ulong crowd, ulong walker);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_set_goal", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_set_goal(ulong crowd, ulong walker, Place* goal);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_set_still", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_set_still(ulong crowd, ulong walker, uint still);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_walker", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_walker(ulong crowd, ulong walker, Place* at, WalkerState* state);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_step", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_step(ulong map, ulong crowd, CrowdEvent* events, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_crowd_events", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_crowd_events(ulong crowd, CrowdEvent* events, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_flow_new", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_new(ulong map, ulong* flow);

        [DllImport(LibraryName, EntryPoint = "tw_flow_add_group", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_add_group(ulong map, ulong flow, Agent agent, Place* goals, UIntPtr count, uint* group);

        [DllImport(LibraryName, EntryPoint = "tw_flow_set_goals", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_set_goals(ulong map, ulong flow, uint group, Place* goals, UIntPtr count);

        [DllImport(LibraryName, EntryPoint = "tw_flow_add", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_add(ulong map, ulong flow, uint group, Point point, int speed, int radius, ulong* walker);

        [DllImport(LibraryName, EntryPoint = "tw_flow_remove", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_remove(ulong flow, ulong walker);

        [DllImport(LibraryName, EntryPoint = "tw_flow_update", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_update(ulong map, ulong flow, Body* bodies, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_flow_bodies", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_bodies(ulong flow, Body* bodies, UIntPtr capacity, UIntPtr* length);

        [DllImport(LibraryName, EntryPoint = "tw_flow_events", CallingConvention = CallingConvention.Cdecl, ExactSpelling = true)]
        internal static extern Status tw_flow_events(ulong flow, CrowdEvent* events, UIntPtr capacity, UIntPtr* length);
    }

    /// <summary>A place on a map: the column and the row of its cell, from 0 at the top left, and its floor, from 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Place
    {
        /// <summary>The column.</summary>
        public int X;
        /// <summary>The row.</summary>
        public int Y;
        /// <summary>The floor.</summary>
        public int Floor;
    }

    /// <summary>The size of a floor.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Floor
    {
        /// <summary>Columns.</summary>
        public int Columns;
        /// <summary>Rows.</summary>
        public int Rows;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct PlainLayer
    {
        public fixed double Costs[16];
        public double DangerWeight;
        public uint Neighbors;
        public uint Corners;
        public uint Sizes;
    }

    /// <summary>Who asks. <c>Agent.Usual</c> gives the usual one, to be changed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Agent
    {
        /// <summary>The layer that it moves on, by its number in the map.</summary>
        public int Layer;
        /// <summary>It covers <c>Size</c> × <c>Size</c> cells, and stands where the upper left one of them is.</summary>
        public int Size;
        /// <summary>It may use the links whose masks have a bit in common with this one.</summary>
        public uint Mask;
    }

    /// <summary>What a cell becomes: another terrain, or another danger.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Change
    {
        /// <summary>The cell.</summary>
        public Place At;
        /// <summary>Its terrain, or its danger.</summary>
        public int Value;
    }

    /// <summary>What a cell is.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Cell
    {
        /// <summary>The factor on the cost of its terrain.</summary>
        public double Cost;
        /// <summary>A <c>TerrainKind</c>, or another number to 15.</summary>
        public TerrainKind Terrain;
        /// <summary>Its danger.</summary>
        public int Danger;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct PlainLink
    {
        public Place From;
        public Place To;
        public uint Mask;
        public uint BothWays;
        public double Cost;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct PlainQuery
    {
        public Place From;
        public Place To;
        public Place* Goals;
        public UIntPtr GoalCount;
        public Place* Blocked;
        public UIntPtr BlockedCount;
        public Agent Agent;
        public uint OrNearest;
        public uint Coarse;
        public double Radius;
        public double Departure;
        public double MaxCost;
        public double Weight;
        public ulong Budget;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct PlainFound
    {
        public double Cost;
        public double Least;
        public ulong Expansions;
        public ulong Search;
        public ulong Route;
        public UIntPtr Length;
        public Outcome Outcome;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal unsafe struct PlainRouteLink
    {
        public ulong Link;
        public UIntPtr At;
    }

    /// <summary>An event of a crowd.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct CrowdEvent
    {
        /// <summary>The walker.</summary>
        public ulong Walker;
        /// <summary>Where it is now; of one that has arrived or left 0.</summary>
        public Place At;
        /// <summary>What has happened.</summary>
        public CrowdEventKind Kind;
    }

    /// <summary>A point on a floor, in units of which <c>Point.Unit</c> are a cell: the middle of the upper left cell is half of that to the right and down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Point
    {
        /// <summary>Units to the right of the floor's left side.</summary>
        public int X;
        /// <summary>Units below the floor's upper side.</summary>
        public int Y;
        /// <summary>The floor.</summary>
        public int Floor;
    }

    /// <summary>Where a walker of a flow is.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Body
    {
        /// <summary>The walker.</summary>
        public ulong Walker;
        /// <summary>Its middle.</summary>
        public Point Point;
        /// <summary>What it is doing.</summary>
        public WalkerState State;
    }

    /// <summary>How an element looks, as numbers into the tables of the rules, whose names <c>game.Ask("about")</c> has.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Look
    {
        /// <summary>A <c>Sort</c>.</summary>
        public Sort Sort;
        /// <summary>The number of the piece, or of the kind of a blocker, ingredient, cover or ground, from 0 in the order of the rules; 0 of a block.</summary>
        public byte Number;
        /// <summary>The colour, from 0; <c>Look.Colorless</c> without one.</summary>
        public byte Color;
        /// <summary>The layers of a blocker, cover or ground; of a piece 1 if it fires along its column; of an armed piece the number of its effect; otherwise 0.</summary>
        public byte Detail;
    }

    /// <summary>One change or one reason. <c>Match3EventKind</c> says which fields mean something; the others are 0, or no cell.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Match3Event
    {
        /// <summary>A <c>Match3EventKind</c>.</summary>
        public Match3EventKind Kind;
        /// <summary>A <c>Manner</c>.</summary>
        public Manner Manner;
        /// <summary>The length of its list.</summary>
        public ushort ListLength;
        /// <summary>The step of the move, from 0: what happens in one step happens at once.</summary>
        public int Step;
        /// <summary>Whom it happens to: the number of an element or of a group in its game, from 1; 0 for nobody.</summary>
        public int Id;
        /// <summary>Who causes it.</summary>
        public int By;
        /// <summary>The cell where it begins, counted from 0 row by row; <c>Match3Event.NoCell</c> for none.</summary>
        public ushort From;
        /// <summary>The cell where it ends.</summary>
        public ushort To;
        /// <summary>How the element looks after it.</summary>
        public Look Look;
        /// <summary>A number: layers, points, a goal.</summary>
        public int Value;
        /// <summary>Where its list begins in what <c>Game.Lists</c> reads.</summary>
        public int ListStart;
    }

    /// <summary>What is on the board: a ground, what fills a cell, or a cover.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Element
    {
        /// <summary>Its number in the game.</summary>
        public int Id;
        /// <summary>Its cell, counted from 0 row by row.</summary>
        public int Cell;
        /// <summary>How it looks.</summary>
        public Look Look;
    }

    /// <summary>A move of match-3: a swap of two neighbours, or a tap, which is a cell twice.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct TwSwap
    {
        /// <summary>The column of the first cell.</summary>
        public int X;
        /// <summary>Its row.</summary>
        public int Y;
        /// <summary>The column of the second cell.</summary>
        public int ToX;
        /// <summary>Its row.</summary>
        public int ToY;
    }

    /// <summary>Where a game of match-3 stands.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct TwMatch3State
    {
        /// <summary>The points so far.</summary>
        public ulong Score;
        /// <summary>How much of the goal is left, over all its parts; of points a tenth.</summary>
        public ulong Left;
        /// <summary>Columns of the board.</summary>
        public int Columns;
        /// <summary>Rows of the board.</summary>
        public int Rows;
        /// <summary>The moves that were made.</summary>
        public int MovesMade;
        /// <summary>The moves that may be made; <c>UINT32_MAX</c> without a limit.</summary>
        public int MoveLimit;
        /// <summary>1 if the game is over.</summary>
        public int Over;
        /// <summary>1 if the goal was reached.</summary>
        public int Won;
    }

    /// <summary>What a call answers with.</summary>
    public enum Status
    {
        /// <summary>Done.</summary>
        Ok = 0,
        /// <summary>Done, and the answer is no: no level was found, no way exists, a check failed.</summary>
        No = 1,
        /// <summary>Stopped by the callback; the answer is what was found until then.</summary>
        Stopped = 2,
        /// <summary>Refused: the message says why, the hint what to do.</summary>
        Refused = 3,
        /// <summary>An argument cannot be used: null, no UTF-8, out of range.</summary>
        Argument = 4,
        /// <summary>There is no such handle: it was freed, or is one of another kind, or was never given.</summary>
        Gone = 5,
        /// <summary>Another thread is using the handle.</summary>
        Busy = 6,
        /// <summary>The buffer is too short; its length is what is needed.</summary>
        Short = 7,
        /// <summary>An error of the library itself. The handle is given up.</summary>
        Bug = 8,
    }

    /// <summary>The shape of the cells of a map, and which rows or columns are shifted.</summary>
    public enum Shape
    {
        /// <summary>Squares.</summary>
        Squares = 0,
        /// <summary>Hexagons; odd rows are shifted to the right.</summary>
        HexagonsOddRows = 1,
        /// <summary>Hexagons; even rows are shifted to the right.</summary>
        HexagonsEvenRows = 2,
        /// <summary>Hexagons; odd columns are shifted down.</summary>
        HexagonsOddColumns = 3,
        /// <summary>Hexagons; even columns are shifted down.</summary>
        HexagonsEvenColumns = 4,
        /// <summary>Diamonds; odd rows are shifted to the right.</summary>
        DiamondsOddRows = 5,
        /// <summary>Diamonds; even rows are shifted to the right.</summary>
        DiamondsEvenRows = 6,
        /// <summary>Diamonds; odd columns are shifted down.</summary>
        DiamondsOddColumns = 7,
        /// <summary>Diamonds; even columns are shifted down.</summary>
        DiamondsEvenColumns = 8,
    }

    /// <summary>What a cell is made of. The numbers from 5 to 15 are free for roads, mud or lava.</summary>
    public enum TerrainKind
    {
        /// <summary>Free ground.</summary>
        Free = 0,
        /// <summary>Swamp.</summary>
        Swamp = 1,
        /// <summary>Water.</summary>
        Water = 2,
        /// <summary>A wall.</summary>
        Wall = 3,
        /// <summary>Trees.</summary>
        Trees = 4,
    }

    /// <summary>When a diagonal step may pass blocked cells: each passes two cells that are neighbours of both its ends.</summary>
    public enum Corners
    {
        /// <summary>Only when both cells are free.</summary>
        Never = 0,
        /// <summary>When at least one of the two is free.</summary>
        One = 1,
        /// <summary>Always, even between two blocked cells.</summary>
        Always = 2,
    }

    /// <summary>The answer to a query.</summary>
    public enum Outcome
    {
        /// <summary>No goal can be reached.</summary>
        Unreachable = 0,
        /// <summary>A route to a goal.</summary>
        Reached = 1,
        /// <summary>No goal can be reached: a route to the nearest place that can.</summary>
        Nearest = 2,
        /// <summary>The budget is used up: <c>Map.Resume</c> continues <c>Search</c>.</summary>
        Unfinished = 3,
    }

    /// <summary>What a walker is doing.</summary>
    public enum WalkerState
    {
        /// <summary>It has no goal.</summary>
        Idle = 0,
        /// <summary>It is on its way.</summary>
        Walking = 1,
        /// <summary>It is at its goal.</summary>
        Arrived = 2,
        /// <summary>There is no way to its goal.</summary>
        Unreachable = 3,
    }

    /// <summary>What has happened to a walker in a step.</summary>
    public enum CrowdEventKind
    {
        /// <summary>It has gone to another cell, <c>At</c>.</summary>
        Moved = 0,
        /// <summary>It was put into another cell, <c>At</c>, since nobody can stand where it was.</summary>
        Displaced = 1,
        /// <summary>It has come to its goal: once for each goal, as it may make room for others later.</summary>
        Arrived = 2,
        /// <summary>It has left the crowd, since nobody can stand where it was and no other cell was free.</summary>
        Left = 3,
    }

    /// <summary>The kind of an event. Those below 32 are changes, which alone give every later board; the others are reasons. Numbers stay: skip those that you do not know.</summary>
    public enum Match3EventKind : byte
    {
        /// <summary>An element appears: <c>Id</c>, <c>Look</c>, <c>To</c>; <c>From</c> is the spawner or the generator, <c>By</c> the group, the piece or the generator that made it, <c>Manner</c> dealt, refilled, made, given, spread, restored or placed.</summary>
        Appear = 0,
        /// <summary>An element leaves: <c>Id</c>, <c>Look</c>, <c>From</c>, <c>By</c>; <c>Manner</c> matched, destroyed, fired, merged, exit, replaced, cleared or placed; <c>Value</c> the goal that it counts for, from 0, or -1.</summary>
        Leave = 1,
        /// <summary>An element moves by one cell or one jump: <c>Id</c>, <c>From</c>, <c>To</c>; <c>Manner</c> swap, swap-back, fall, slide, portal, conveyor, shuffle, merged or restored.</summary>
        Move = 2,
        /// <summary>An element gets another look: <c>Id</c>, <c>Look</c>, <c>From</c> where it is, <c>By</c>.</summary>
        Turn = 3,
        /// <summary>An element loses a layer: <c>Id</c>, <c>Look</c> with the layers that are left, <c>Value</c> their number, <c>From</c> where it is, <c>By</c>. After 0 it leaves.</summary>
        Hit = 4,
        /// <summary>The player swaps: <c>Id</c> goes <c>From</c> a cell <c>To</c> a neighbour, where <c>By</c> was.</summary>
        Swap = 32,
        /// <summary>The player taps: <c>Id</c>, <c>From</c>.</summary>
        Tap = 33,
        /// <summary>The swap makes nothing and is taken back: <c>Id</c> goes back <c>From</c> the neighbour <c>To</c> its own cell, where <c>By</c> was.</summary>
        Refused = 34,
        /// <summary>A group is matched: <c>Id</c> is its own, <c>List</c> the ids of what is in it, in reading order; if it makes a piece, <c>Look</c> is the piece, <c>To</c> its cell and <c>Value</c> the number of its shape in the rules, otherwise <c>Value</c> is -1.</summary>
        Group = 35,
        /// <summary>A piece fires: <c>Id</c>, <c>Look</c>, <c>From</c>; <c>By</c> the group or piece that set it off, <c>Manner</c> across or down of a line, otherwise around; <c>To</c> the cell that it has chosen, if it chooses; <c>List</c> the cells that it reaches, in the order in which they are hit. Of a pair, <c>By</c> is the other piece and <c>Value</c> the number of the pair in the rules, otherwise -1.</summary>
        Fire = 36,
        /// <summary>Another number is left of a part of the goal: <c>Value</c>, at most 2,147,483,647, of part <c>id - 1</c> in the order of the state's parts.</summary>
        Count = 37,
        /// <summary>Points are scored: <c>Value</c> of them; below 0 where a reshuffle is undone.</summary>
        Score = 38,
        /// <summary>A kind spreads: the element <c>Id</c> takes the cell <c>To</c>.</summary>
        Spread = 39,
        /// <summary>No move was left: the blocks change places. <c>List</c> has for each cell that had a block where its block goes, in reading order; the moves follow.</summary>
        Reshuffle = 40,
        /// <summary>The cascades of the move have no end: <c>classic</c> deals again, other rules end the game.</summary>
        Endless = 41,
        /// <summary>The board is at rest, and the next move is the player's.</summary>
        Rest = 42,
        /// <summary>The player uses a booster: <c>From</c> is its cell, if it has one.</summary>
        Boost = 44,
        /// <summary>The game has ended: <c>Manner</c> won, out-of-moves, timed-out, stuck or endless.</summary>
        End = 43,
        /// <summary>Somebody sets the board or its goal; <c>Manner</c> placed of what appears and leaves.</summary>
        Edit = 45,
        /// <summary>The last of a list that holds not all events of a move: <c>Value</c> of them are missing, from its step on. The state after the move has all elements. Only lists have it, never a listener.</summary>
        Omitted = 46,
        /// <summary>The turns of the timer <c>Id</c> are over, <c>From</c> where it is: what it does follows.</summary>
        Timer = 47,
    }

    /// <summary>In which manner something appears, leaves, moves, fires or ends.</summary>
    public enum Manner : byte
    {
        /// <summary>None of these.</summary>
        None = 0,
        /// <summary>It is swapped by the player.</summary>
        Swap = 1,
        /// <summary>Its swap is taken back.</summary>
        SwapBack = 2,
        /// <summary>It falls straight down.</summary>
        Fall = 3,
        /// <summary>It slides to a cell beside.</summary>
        Slide = 4,
        /// <summary>It goes through a portal.</summary>
        Portal = 5,
        /// <summary>A conveyor carries it.</summary>
        Conveyor = 6,
        /// <summary>A reshuffle moves it.</summary>
        Shuffle = 7,
        /// <summary>It is dealt, as at the start.</summary>
        Dealt = 16,
        /// <summary>It comes in at a spawner.</summary>
        Refilled = 17,
        /// <summary>A group makes it.</summary>
        Made = 18,
        /// <summary>It spreads.</summary>
        Spread = 19,
        /// <summary>It is there again after a reshuffle that found no board with a move.</summary>
        Restored = 20,
        /// <summary>Somebody has put it there, or in its place.</summary>
        Placed = 21,
        /// <summary>A generator has given it.</summary>
        Given = 22,
        /// <summary>It belongs to a group.</summary>
        Matched = 32,
        /// <summary>A hit destroys it.</summary>
        Destroyed = 33,
        /// <summary>It has fired.</summary>
        Fired = 34,
        /// <summary>It leaves the board by an exit.</summary>
        Exit = 35,
        /// <summary>Something else takes its cell.</summary>
        Replaced = 36,
        /// <summary>The board is dealt again or restored.</summary>
        Cleared = 37,
        /// <summary>It touches pieces that fire together, and is merged into them.</summary>
        Merged = 38,
        /// <summary>Along its row.</summary>
        Across = 48,
        /// <summary>Along its column.</summary>
        Down = 49,
        /// <summary>Around itself, or at cells of its choice.</summary>
        Around = 50,
        /// <summary>The goal is reached.</summary>
        Won = 64,
        /// <summary>All moves have been made.</summary>
        OutOfMoves = 65,
        /// <summary>No move is possible.</summary>
        Stuck = 66,
        /// <summary>The cascades have no end.</summary>
        Endless = 67,
        /// <summary>A timer has run out.</summary>
        TimedOut = 68,
    }

    /// <summary>What an element is.</summary>
    public enum Sort : byte
    {
        /// <summary>No element.</summary>
        None = 0,
        /// <summary>A block of a colour.</summary>
        Block = 1,
        /// <summary>A piece of the rules.</summary>
        Piece = 2,
        /// <summary>A piece that has fired and will fire once more.</summary>
        ArmedPiece = 3,
        /// <summary>A blocker of the rules.</summary>
        Blocker = 4,
        /// <summary>An ingredient of the rules.</summary>
        Ingredient = 5,
        /// <summary>A cover of the rules, over what fills its cell.</summary>
        Cover = 6,
        /// <summary>A ground of the rules, under what fills its cell.</summary>
        Ground = 7,
        /// <summary>An obstacle: nothing breaks it, but a conveyor carries it.</summary>
        Obstacle = 8,
    }
}

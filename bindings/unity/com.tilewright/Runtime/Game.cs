// Games that are played, and the events of match-3.

using System;
using System.Text;

namespace Tilewright
{
    public partial struct Look
    {
        /// <summary>No colour.</summary>
        public const byte Colorless = (byte)Native.TW_COLORLESS;
    }

    public partial struct Match3Event
    {
        /// <summary>No cell, where a cell is a number.</summary>
        public const ushort NoCell = (ushort)Native.TW_NO_CELL;
    }

    /// <summary>A game that is played: <c>match3</c>, <c>2048</c> or <c>battleship</c>. It serves one thread at a time.</summary>
    /// <example><code>
    /// var game = new Game("match3", "{\"level\": \"......\\n......\\n......\\n\", \"goal\": \"collect:9\", \"seed\": 7}");
    /// Match3Event[] events = null;
    /// bool isMade = game.Swap(2, 1, 3, 1, ref events, out int count);
    /// </code></example>
    public sealed unsafe class Game : IDisposable
    {
        readonly Handle handle;

        /// <summary>What was said last, in memory that the next answer uses again.</summary>
        byte[] said = new byte[1024];

        Game(Handle handle)
        {
            this.handle = handle;
        }

        /// <summary>Begins a game.</summary>
        /// <param name="name"><c>match3</c>, <c>2048</c> or <c>battleship</c>.</param>
        /// <param name="options">A JSON object, or nothing for the usual ones; <c>match3</c> needs a <c>level</c>, and a <c>goal</c> if the level has none.</param>
        /// <exception cref="TilewrightException">There is no such game, or an option is refused.</exception>
        public Game(string name, string options = "")
        {
            Library.Require();
            var bytes = Library.Bytes(options);
            ulong game;
            fixed (byte* word = Library.Word(name, nameof(name)), text = bytes)
                Library.Answered(Native.tw_game_open(word, text, (UIntPtr)bytes.Length, &game));
            handle = new Handle(game);
        }

        /// <summary>Continues a game that <c>Save</c> wrote.</summary>
        public static Game Load(string name, string saved)
        {
            if (saved == null) throw new ArgumentNullException(nameof(saved));
            Library.Require();
            var bytes = Library.Bytes(saved);
            ulong game;
            fixed (byte* word = Library.Word(name, nameof(name)), text = bytes)
                Library.Answered(Native.tw_game_load(word, text, (UIntPtr)bytes.Length, &game));
            return new Game(new Handle(game));
        }

        /// <summary>A copy, which continues alike.</summary>
        public Game Copy()
        {
            ulong copy;
            Library.Answered(Native.tw_game_copy(Number, &copy));
            GC.KeepAlive(this);
            return new Game(new Handle(copy));
        }

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        /// <summary>Answers a verb by JSON, with an argument as JSON or none.</summary>
        public string Ask(string verb, string argument = "")
        {
            Ask(verb, argument, out string answer);
            return answer;
        }

        /// <summary>Answers a verb. Returns whether a move or another change was made; if not, the answer says why.</summary>
        public bool Ask(string verb, string argument, out string answer)
        {
            ulong number = Number;
            var bytes = Library.Bytes(argument);
            UIntPtr length;
            Status status;
            fixed (byte* word = Library.Word(verb, nameof(verb)), text = bytes, to = said)
                status = Native.tw_game_ask(number, word, text, (UIntPtr)bytes.Length, to, (UIntPtr)said.Length, &length);
            if (status == Status.Short)
            {
                Library.Grow(ref said, length);
                fixed (byte* to = said) status = Native.tw_game_said(number, to, (UIntPtr)said.Length, &length);
            }
            GC.KeepAlive(this);
            bool isMade = Library.Answered(status);
            answer = Encoding.UTF8.GetString(said, 0, (int)length);
            return isMade;
        }

        /// <summary>The state of the game.</summary>
        public string State() => Ask("state");

        /// <summary>The moves that are possible.</summary>
        public string Moves() => Ask("moves");

        /// <summary>Makes a move, given as JSON. Returns whether it was made; the answer has its events, or why it was refused.</summary>
        public bool Play(string move, out string answer) => Ask("play", move, out answer);

        /// <summary>Takes the last move back. Returns whether there was one.</summary>
        public bool Undo() => Ask("undo") == "true";

        /// <summary>The move that an adviser would make; null if the game is over.</summary>
        public string Hint(string adviser = "")
        {
            string move = Ask("hint", adviser);
            return move == "null" ? null : move;
        }

        /// <summary>The game as a document, for <c>Load</c>.</summary>
        public string Save() => Ask("save");

        /// <summary>Makes a move of match-3, a swap of two cells. Returns whether it was made; if not, <c>Library.LastMessage</c> says why, and the events show a swap that is taken back.</summary>
        /// <remarks><c>events</c> receives what happens, in its own memory; a longer array takes its place only where it is too short. <c>count</c> is their number.</remarks>
        public bool Swap(int x, int y, int toX, int toY, ref Match3Event[] events, out int count)
        {
            Library.Room(ref events);
            Status status;
            fixed (Match3Event* to = events) status = Swap(x, y, toX, toY, to, events.Length, out count);
            if (status == Status.Short)
            {
                Library.Grow(ref events, (UIntPtr)count);
                UIntPtr length;
                fixed (Match3Event* to = events) status = Native.tw_match3_events(Number, to, (UIntPtr)events.Length, &length);
                GC.KeepAlive(this);
            }
            return Library.Answered(status);
        }

        /// <summary>Makes a move of match-3 by a tap.</summary>
        public bool Tap(int x, int y, ref Match3Event[] events, out int count) => Swap(x, y, x, y, ref events, out count);

        /// <summary>As the other one, into memory of the caller, such as that of a <c>NativeArray</c>. The status is <c>Short</c> if it is too small for the number of events: the move was made all the same.</summary>
        public Status Swap(int x, int y, int toX, int toY, Match3Event* events, int capacity, out int count)
        {
            UIntPtr length;
            var status = Native.tw_match3_play(Number, (uint)x, (uint)y, (uint)toX, (uint)toY, events, Library.Capacity(capacity, nameof(capacity)), &length);
            GC.KeepAlive(this);
            if (status != Status.Short) Library.Answered(status);
            count = (int)length;
            return status;
        }

        /// <summary>Reads the lists of the events of the last <c>Swap</c>, one after the other: ids of a group, cells of others. Returns how many numbers there are.</summary>
        public int Lists(ref int[] lists)
        {
            Library.Room(ref lists);
            ulong number = Number;
            UIntPtr length;
            Status status;
            fixed (int* to = lists) status = Native.tw_match3_lists(number, (uint*)to, (UIntPtr)lists.Length, &length);
            if (status == Status.Short)
            {
                Library.Grow(ref lists, length);
                fixed (int* to = lists) status = Native.tw_match3_lists(number, (uint*)to, (UIntPtr)lists.Length, &length);
            }
            GC.KeepAlive(this);
            Library.Answered(status);
            return (int)length;
        }

        /// <summary>Reads what is on the board of a game of match-3, cell by cell, of each its ground, what fills it, and its cover: what a screen knows before it follows the events. Returns how many there are.</summary>
        public int Elements(ref Element[] elements)
        {
            Library.Room(ref elements);
            ulong number = Number;
            UIntPtr length;
            Status status;
            fixed (Element* to = elements) status = Native.tw_match3_elements(number, to, (UIntPtr)elements.Length, &length);
            if (status == Status.Short)
            {
                Library.Grow(ref elements, length);
                fixed (Element* to = elements) status = Native.tw_match3_elements(number, to, (UIntPtr)elements.Length, &length);
            }
            GC.KeepAlive(this);
            Library.Answered(status);
            return (int)length;
        }

        ulong Number => handle.Number(this);
    }
}

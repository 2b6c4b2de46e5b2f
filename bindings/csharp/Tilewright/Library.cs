// What all classes share: statuses become exceptions, handles are given up, texts cross the border as UTF-8.

using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Tilewright
{
    /// <summary>The native library itself.</summary>
    public static unsafe class Library
    {
        static bool isChecked;

        /// <summary>How many handles are held: 0 when everything has been disposed of, for tests that look for what was forgotten.</summary>
        public static long Held => (long)Native.tw_held();

        /// <summary>Why the last call of this thread was refused, such as a move of match-3; empty if it was not.</summary>
        public static string LastMessage => Last(Part.Message);

        /// <summary>Refuses a library of another interface, before it is asked for anything.</summary>
        internal static void Require()
        {
            if (isChecked) return;
            uint found = Native.tw_abi_version();
            if (found != Native.TW_ABI_VERSION)
                throw new TilewrightException(Status.Refused, "the library has interface " + found + ", and these classes need " + Native.TW_ABI_VERSION, "take both from one release", "");
            isChecked = true;
        }

        /// <summary>Whether the answer of a call is yes; an exception if it has none.</summary>
        internal static bool Answered(Status status)
        {
            if (status > Status.Stopped) throw Failure(status);
            return status == Status.Ok;
        }

        internal static TilewrightException Failure(Status status)
        {
            // All three are read before anything else is called: they stay until then.
            return new TilewrightException(status, Last(Part.Message), Last(Part.Hint), Last(Part.Key));
        }

        /// <summary>A part of the last error of this thread.</summary>
        enum Part { Message, Hint, Key }

        static string Last(Part part)
        {
            var bytes = new byte[(int)Copy(part, null, UIntPtr.Zero) + 1];
            fixed (byte* to = bytes) Copy(part, to, (UIntPtr)bytes.Length);
            return Encoding.UTF8.GetString(bytes, 0, bytes.Length - 1);
        }

        static UIntPtr Copy(Part part, byte* to, UIntPtr capacity)
        {
            switch (part)
            {
                case Part.Hint: return Native.tw_last_hint(to, capacity);
                case Part.Key: return Native.tw_last_key(to, capacity);
                default: return Native.tw_last_error(to, capacity);
            }
        }

        /// <summary>A text that ends with a zero, as names are handed over.</summary>
        internal static byte[] Word(string word, string parameter)
        {
            if (word == null) throw new ArgumentNullException(parameter);
            if (word.IndexOf('\0') >= 0) throw new ArgumentException("a zero stands in it", parameter);
            return Encoding.UTF8.GetBytes(word + "\0");
        }

        /// <summary>A text whose length is handed over; null is an empty one.</summary>
        internal static byte[] Bytes(string text) => Encoding.UTF8.GetBytes(text ?? "");

        /// <summary>Room for what a call finds, at least one item: without a buffer the library only counts.</summary>
        internal static void Room<T>(ref T[] items)
        {
            if (items == null || items.Length == 0) items = new T[64];
        }

        /// <summary>The room that a caller says there is.</summary>
        internal static UIntPtr Capacity(int capacity, string parameter)
        {
            if (capacity < 0) throw new ArgumentOutOfRangeException(parameter);
            return (UIntPtr)capacity;
        }

        /// <summary>Room for this many items. It is doubled, so that a list that grows is not made anew each time.</summary>
        internal static void Grow<T>(ref T[] items, UIntPtr length)
        {
            int wanted = checked((int)length);
            if (wanted > items.Length) items = new T[Math.Max(wanted, 2 * items.Length)];
        }
    }

    /// <summary>The number under which the library holds something. It is given up once, by <c>Dispose</c> or by the garbage collector.</summary>
    /// <remarks>A number has 64 bits also where a pointer has 32, so that it stands beside the handle of the base, which only says that there is one. Each call keeps its
    /// object alive until it is over; one that another thread disposes of in the meantime ends first, as the library promises.</remarks>
    internal sealed class Handle : SafeHandle
    {
        readonly ulong number;

        internal Handle(ulong number) : base(IntPtr.Zero, true)
        {
            this.number = number;
            if (number != 0) SetHandle(new IntPtr(1));
        }

        public override bool IsInvalid => handle == IntPtr.Zero;

        /// <summary>The number; an exception if it was given up.</summary>
        internal ulong Number(object owner)
        {
            if (IsClosed) throw new ObjectDisposedException(owner.GetType().Name);
            return number;
        }

        protected override bool ReleaseHandle() => Native.tw_free(number) == Status.Ok;
    }

    /// <summary>What the library refuses, with its reason, and what to do about it.</summary>
    public sealed class TilewrightException : Exception
    {
        internal TilewrightException(Status status, string reason, string hint, string key)
            : base(hint.Length == 0 ? reason : reason + " (" + hint + ")")
        {
            Status = status;
            Reason = reason;
            Hint = hint;
            Key = key;
        }

        /// <summary>What kind of error it is.</summary>
        public Status Status { get; }

        /// <summary>What is wrong. <c>Message</c> has the hint as well.</summary>
        public string Reason { get; }

        /// <summary>What to do about it; empty if nobody knows.</summary>
        public string Hint { get; }

        /// <summary>The key of the request that it is about; empty if it is about none.</summary>
        public string Key { get; }
    }
}

#if !UNITY_5_3_OR_NEWER
namespace AOT
{
    /// <summary>Marks a method that native code calls. Unity has it, and compiles such methods ahead of time; elsewhere it says nothing.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        public MonoPInvokeCallbackAttribute(Type type) { }
    }
}
#endif

// Tasks: every command of the program by its document.

using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Tilewright
{
    /// <summary>The answer of a task.</summary>
    /// <example><code>
    /// using (var answer = Answer.Run("{\"task\": \"match3/generate\", \"goal\": [\"collect:30\"], \"difficulty\": \"hard\", \"seed\": 7}"))
    ///     Console.WriteLine(answer.Text);
    /// </code></example>
    public sealed unsafe class Answer : IDisposable
    {
        readonly Handle handle;

        Answer(Status status, Handle handle)
        {
            Status = status;
            this.handle = handle;
        }

        /// <summary>Runs a task to its end, on this thread.</summary>
        /// <param name="request">A JSON document with the name of the task and its keys. Files that it names are relative to the folder of the process; a level or a map may stand in it.</param>
        /// <param name="picture">The format of the picture that is wanted, such as <c>png</c>; null without one.</param>
        /// <param name="onEvent">Receives each event as JSON, and an empty text when nothing has happened for 50 ms. If it returns true the task is stopped; what it throws
        /// stops the task, too, and is thrown again here. It is called on this thread.</param>
        /// <exception cref="TilewrightException">The request is refused.</exception>
        public static Answer Run(string request, string picture = null, Func<string, bool> onEvent = null)
        {
            if (request == null) throw new ArgumentNullException(nameof(request));
            Library.Require();
            var document = Library.Bytes(request);
            var format = picture == null ? null : Library.Word(picture, nameof(picture));
            var listener = onEvent == null ? null : new Listener(onEvent);
            ulong answer;
            Status status;
            // The library hands this back to the callback, which is static.
            var user = listener == null ? default(GCHandle) : GCHandle.Alloc(listener);
            try
            {
                fixed (byte* text = document, word = format)
                    status = Native.tw_run(text, (UIntPtr)document.Length, word, listener == null ? null : Listener.Callback, listener == null ? null : (void*)GCHandle.ToIntPtr(user), &answer);
            }
            finally
            {
                if (listener != null) user.Free();
            }
            var handle = new Handle(answer);
            if (listener != null && listener.Thrown != null)
            {
                handle.Dispose();
                listener.Thrown.Throw();
            }
            Library.Answered(status);
            return new Answer(status, handle);
        }

        /// <summary>Whether something was found (<c>Ok</c>), was not (<c>No</c>), or the task was stopped (<c>Stopped</c>).</summary>
        public Status Status { get; }

        /// <summary>The document, with the same bytes as everywhere.</summary>
        public string Json => Encoding.UTF8.GetString(Form("json"));

        /// <summary>What the program prints.</summary>
        public string Text => Encoding.UTF8.GetString(Form("text"));

        /// <summary>The file of the picture; empty if none was asked for.</summary>
        public byte[] Picture => Form("picture");

        /// <summary>Gives it up.</summary>
        public void Dispose() => handle.Dispose();

        byte[] Form(string name)
        {
            ulong number = handle.Number(this);
            UIntPtr length;
            fixed (byte* form = Library.Word(name, nameof(name)))
            {
                Library.Answered(Native.tw_answer_read(number, form, null, UIntPtr.Zero, &length));
                var bytes = new byte[checked((int)length)];
                fixed (byte* to = bytes) Library.Answered(Native.tw_answer_read(number, form, to, length, &length));
                GC.KeepAlive(this);
                return bytes;
            }
        }

        /// <summary>What receives the events of one run.</summary>
        sealed class Listener
        {
            /// <summary>The only delegate that native code gets: of a static method, as code that is compiled ahead of time needs, and held for good.</summary>
            internal static readonly Native.tw_run_on_event_delegate Callback = Tell;

            readonly Func<string, bool> onEvent;

            internal Listener(Func<string, bool> onEvent)
            {
                this.onEvent = onEvent;
            }

            /// <summary>What it has thrown.</summary>
            internal ExceptionDispatchInfo Thrown { get; private set; }

            [AOT.MonoPInvokeCallback(typeof(Native.tw_run_on_event_delegate))]
            static int Tell(void* user, byte* text, UIntPtr length)
            {
                var self = (Listener)GCHandle.FromIntPtr((IntPtr)user).Target;
                if (self.Thrown != null) return 1;
                try
                {
                    string told = text == null ? "" : Encoding.UTF8.GetString(text, (int)length);
                    return self.onEvent(told) ? 1 : 0;
                }
                catch (Exception thrown)
                {
                    // It must not pass through native code.
                    self.Thrown = ExceptionDispatchInfo.Capture(thrown);
                    return 1;
                }
            }
        }
    }
}

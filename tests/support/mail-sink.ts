/** An email server that is slow or hangs up, and stores the received messages. */
import { createServer, type Socket } from 'node:net';

/** A message as received, including its final dot. */
export type Taken = { to: string; messageId: string; subject: string };

export type MailSink = {
  url: string;
  /** The received messages in order, including incomplete ones. */
  taken: Taken[];
  close(): void;
};

/**
 * Starts the server.
 *
 * @param answerAfter resolves when the server should confirm a message; `false` hangs up instead
 */
export async function startMailSink(
  answerAfter: (taken: Taken) => Promise<boolean>,
): Promise<MailSink> {
  const taken: Taken[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const say = (line: string) => socket.write(`${line}\r\n`);
    let read = '';
    let to = '';
    let isText = false;
    say('220 ready');
    socket.on('data', async (bytes) => {
      read += bytes.toString();
      const end = isText ? '\r\n.\r\n' : '\r\n';
      for (let at = read.indexOf(end); at >= 0; at = read.indexOf(end)) {
        const piece = read.slice(0, at);
        read = read.slice(at + end.length);
        if (isText) {
          isText = false;
          const message = {
            to,
            messageId: field(piece, 'Message-ID'),
            subject: field(piece, 'Subject'),
          };
          taken.push(message);
          if (await answerAfter(message)) say('250 taken');
          else socket.destroy();
        } else if (/^RCPT/i.test(piece)) {
          to = /<(.*)>/.exec(piece)?.[1] ?? '';
          say('250 ok');
        } else if (/^DATA/i.test(piece)) {
          isText = true;
          say('354 go on');
        } else if (/^QUIT/i.test(piece)) {
          say('221 bye');
        } else say('250 ok');
        if (isText) break;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const field = (text: string, name: string) =>
  new RegExp(`^${name}: ?(.*)$`, 'im').exec(text)?.[1]?.trim() ?? '';

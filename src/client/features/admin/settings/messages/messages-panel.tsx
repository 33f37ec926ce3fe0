import { useState } from 'react';
import { Badge } from '@/client/components/badge';
import { Button } from '@/client/components/button';
import { ErrorState, Skeleton } from '@/client/components/feedback/states';
import { Fold } from '@/client/components/fold';
import { Panel } from '@/client/components/panel';
import { problemOf } from '@/client/lib/problem';
import { trpc } from '@/client/lib/trpc';
import {
  MESSAGE_CHANNELS,
  MESSAGE_TABLE,
  type MessageChannel,
  WORDING_NAMES,
  type WordingName,
} from '@/domain/messages/message-table';
import { MessageDialog, type OwnWordsView } from './message-dialog';

type Message = { wording: WordingName; channel: MessageChannel };

const CHANNELS: Record<MessageChannel, string> = { text: 'Text', email: 'Email' };

/** The messages to customers, and the owner's own words for them. */
export function MessagesPanel() {
  const [open, setOpen] = useState<Message | null>(null);
  const words = trpc.admin.ownWords.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <Panel
      tight
      id="messages"
      icon="mail"
      title="Messages"
      subtitle="Texts and emails about deliveries. You can change each text, and each email’s subject and first lines."
    >
      {words.data ? (
        <Fold title="All messages" isFilled={false}>
          <ul className="divide-y divide-edge/70">
            {WORDING_NAMES.map((wording) => (
              <li key={wording} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
                <span className="min-w-[min(12rem,100%)] flex-1">
                  {MESSAGE_TABLE[wording].label}
                </span>
                <span className="flex flex-wrap gap-2">
                  {MESSAGE_CHANNELS.map((channel) => (
                    <Button
                      key={channel}
                      size="sm"
                      variant="quiet"
                      icon="edit"
                      aria-label={`${CHANNELS[channel]}: ${MESSAGE_TABLE[wording].label}`}
                      onClick={() => setOpen({ wording, channel })}
                    >
                      {CHANNELS[channel]}
                      {rowOf(words.data, { wording, channel })?.words ? (
                        <Badge tone="blue">Changed</Badge>
                      ) : null}
                    </Button>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </Fold>
      ) : words.isError ? (
        <ErrorState title="We couldn’t load the messages" onRetry={() => words.refetch()}>
          {problemOf(words.error).message}
        </ErrorState>
      ) : (
        <Skeleton className="h-20 rounded-field" />
      )}
      {open && words.data ? (
        <MessageDialog
          {...open}
          view={words.data}
          row={rowOf(words.data, open)}
          readAgain={async () => rowOf((await words.refetch()).data, open)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </Panel>
  );
}

const rowOf = (view: OwnWordsView | undefined, { wording, channel }: Message) =>
  view?.changed.find(({ id }) => id === `${wording}:${channel}`);

import { useState } from 'react';
import { ConversationDialog } from '@/client/appointment/conversation-dialog';
import { Button } from '@/client/components/button';
import type { ReviewItem } from './use-review-queue';

/** Opens the messages with the customer of a delivery, to answer a reply. */
export function AnswerButton({ delivery }: { delivery: NonNullable<ReviewItem['delivery']> }) {
  const [isOpen, setOpen] = useState(false);
  const { id, publicCode, customerName, customerPhone } = delivery;
  return (
    <>
      <Button size="sm" icon="mail" onClick={() => setOpen(true)}>
        Answer
      </Button>
      {isOpen ? (
        <ConversationDialog
          id={id}
          publicCode={publicCode}
          customerName={customerName}
          customerPhone={customerPhone}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

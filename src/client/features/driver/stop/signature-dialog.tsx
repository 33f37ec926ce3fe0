import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '@/client/components/button';
import { useLeaveQuestion } from '@/client/components/dialog/confirm-dialog';
import { Dialog } from '@/client/components/dialog/dialog';
import { Field, FieldError } from '@/client/components/form/field';
import { TextInput } from '@/client/components/form/text-input';
import { drawInk, showsSignature, signatureSides, wipe, writeName } from './signature-picture';

type SignatureDialogProps = {
  /** The order, and the delivered amounts. */
  about: string;
  /** Called with the signature, a PNG as a data URL. */
  onDone: (picture: string) => void;
  onClose: () => void;
};

const LEAVE_QUESTION = {
  title: 'Leave without saving the signature?',
  description: 'This signature won’t be saved.',
};

/** A point in the picture's own pixels. */
type Point = { x: number; y: number };

/**
 * A box to sign in with a finger, a pen, or a mouse. With a keyboard or gloves, the name can be
 * typed instead, and the picture says that it was typed.
 */
export function SignatureDialog({ about, onDone, onClose }: SignatureDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const last = useRef<Point | null>(null);
  const [sides] = useState(() => signatureSides({ isLow: window.innerHeight < 480 }));
  const [ink, setInk] = useState(0);
  const [name, setName] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const { leave, leaveDialog } = useLeaveQuestion(ink > 0 || name !== '', onClose, LEAVE_QUESTION);
  const refusal = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => wipe(canvas.current), []);
  useEffect(() => {
    if (isRefused) refusal.current?.scrollIntoView({ block: 'nearest' });
  }, [isRefused]);

  const clear = () => {
    wipe(canvas.current);
    setInk(0);
    setName('');
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    // A typed name is cleared, because drawing over it would make both unreadable.
    if (name) clear();
    last.current = pointOf(event);
    drawInk(canvas.current, last.current, last.current);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const from = last.current;
    if (!from) return;
    const to = pointOf(event);
    last.current = to;
    drawInk(canvas.current, from, to);
    setInk((length) => length + Math.hypot(to.x - from.x, to.y - from.y));
  };
  const end = () => {
    last.current = null;
  };
  const type = (typed: string) => {
    setName(typed);
    setInk(0);
    writeName(canvas.current, typed);
  };
  const done = () => {
    const isSigned = showsSignature({ ink, name });
    setIsRefused(!isSigned);
    if (isSigned && canvas.current) onDone(canvas.current.toDataURL('image/png'));
  };

  return (
    <Dialog
      open
      title="Signature"
      description={about}
      backdropCloses={false}
      onClose={leave}
      footer={
        <>
          <Button variant="quiet" size="lg" disabled={ink === 0 && !name} onClick={clear}>
            Clear
          </Button>
          <Button variant="main" size="lg" onClick={done}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <canvas
          ref={canvas}
          {...sides}
          role="img"
          aria-label={name ? `Typed name: ${name}` : ink > 0 ? 'Signed' : 'Sign here'}
          // The whole box must fit on the screen. A finger that draws in it can't scroll.
          style={{ width: `min(100%, calc((100dvh - 16rem) * ${sides.width / sides.height}))` }}
          className="mx-auto block touch-none rounded-field border border-[var(--field-border)] bg-white"
          onPointerDown={begin}
          onPointerMove={draw}
          onPointerUp={end}
          onPointerCancel={end}
        />
        <div ref={refusal} role="alert" className="empty:hidden">
          {isRefused ? <FieldError>Sign in the white box, or type a name.</FieldError> : null}
        </div>
        <Field label="Or Type the Recipient’s Name">
          <TextInput
            value={name}
            // The field isn't part of the form around the dialog. Otherwise, Enter would complete
            // the delivery.
            form="none"
            maxLength={60}
            autoComplete="off"
            autoCapitalize="words"
            enterKeyHint="done"
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              done();
            }}
          />
        </Field>
      </div>
      {leaveDialog}
    </Dialog>
  );
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return {
    x: ((clientX - left) / width) * currentTarget.width,
    y: ((clientY - top) / height) * currentTarget.height,
  };
}

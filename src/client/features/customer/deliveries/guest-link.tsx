import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/callout';
import { toast } from '@/client/components/toast-store';
import { trpc } from '@/client/lib/trpc';

/** The manage link of a guest, the only way to their delivery from another device. */
export function GuestLink() {
  const { data: link } = trpc.booking.guestLink.useQuery();
  if (!link) return null;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast({
        variant: 'success',
        title: 'Link copied',
        description: 'Keep it where you find it.',
      });
    } catch {
      toast({ title: 'Your link', description: link, duration: Number.POSITIVE_INFINITY });
    }
  };
  return (
    <Callout>
      <p>You booked as a guest. Your link opens this delivery on any device.</p>
      <Button size="sm" variant="quiet" className="mt-2" onClick={copy}>
        Copy link
      </Button>
    </Callout>
  );
}

import { Link } from '@tanstack/react-router';
import { Badge } from '@/client/components/badge';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { formatCount } from '@/domain/text';
import { useReviewQueue } from './use-review-queue';

/** The way to the queue from every admin screen, with the number of items that wait. */
export function ReviewLink() {
  const { data } = useReviewQueue();
  const waiting = data?.openCount ?? 0;
  return (
    <Link
      to="/admin/review"
      className={buttonClass({ variant: 'ghost', size: 'sm', className: 'max-sm:px-2' })}
    >
      <Icon name="warning" size={19} className="max-sm:hidden" />
      Needs attention
      {waiting > 0 ? (
        <Badge tone="red">
          {formatCount(waiting)}
          <span className="sr-only"> waiting</span>
        </Badge>
      ) : null}
    </Link>
  );
}

import { Link } from '@tanstack/react-router';
import { Badge } from '@/client/components/badge';
import { buttonClass } from '@/client/components/button';
import { Icon } from '@/client/components/icon';
import { formatCount } from '@/domain/text';
import { useReviewQueue } from './use-review-queue';

/** Links every admin screen to the queue, with the number of open items. */
export function ReviewLink() {
  const { data } = useReviewQueue();
  const openCount = data?.openCount ?? 0;
  return (
    <Link
      to="/admin/review"
      className={buttonClass({ variant: 'ghost', size: 'sm', className: 'min-w-11 px-2' })}
    >
      <Icon name="warning" size={20} className="sm:hidden" />
      <span className="max-sm:sr-only">Needs attention</span>
      {openCount > 0 ? (
        <Badge tone="red">
          {formatCount(openCount)}
          <span className="sr-only"> open</span>
        </Badge>
      ) : null}
    </Link>
  );
}

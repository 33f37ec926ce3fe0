import { Link } from '@tanstack/react-router';
import { buttonClass } from '@/client/components/button';
import { formatCount } from '@/domain/text';
import { useReviewQueue } from './use-review-queue';

const VIEWS = [
  { name: 'All', search: {}, isCalls: false },
  { name: 'To Call', search: { calls: true }, isCalls: true },
] as const;

/** Switches between everything that needs attention and the customers to call. */
export function ReviewViews({ isCalls }: { isCalls: boolean }) {
  const { data } = useReviewQueue();
  const counts = { All: data?.openCount ?? 0, 'To Call': data?.callCount ?? 0 };
  return (
    <nav aria-label="Needs attention" className="mb-4 flex flex-wrap gap-1.5">
      {VIEWS.map(({ name, search, isCalls: is }) => (
        <Link
          key={name}
          to="/admin/review"
          search={search}
          activeProps={{ 'aria-current': undefined }}
          aria-current={is === isCalls ? 'page' : undefined}
          className={buttonClass({ size: 'sm', variant: is === isCalls ? 'primary' : 'quiet' })}
        >
          {name}
          {counts[name] > 0 ? <span className="tabular">{formatCount(counts[name])}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

import { Button } from '@/client/components/button';
import { Callout } from '@/client/components/feedback/callout';
import type { News } from './day-news';

type DayNewsPanelProps = { news: readonly News[]; onSeen: () => void };

/** Lists other people's changes to the day until the driver dismisses them. */
export function DayNewsPanel({ news, onSeen }: DayNewsPanelProps) {
  return (
    // The region must be rendered before its text. Otherwise, screen readers miss the first change.
    <div role="status">
      {news.length > 0 ? (
        <Callout
          icon="info"
          title="Your day changed"
          className="my-3"
          action={
            <Button variant="quiet" size="lg" onClick={onSeen}>
              Got It
            </Button>
          }
        >
          <ul>
            {news.map(({ publicCode, location, what }) => (
              <li key={`${publicCode} ${what}`} className="wrap-anywhere">
                <strong className="tabular">{publicCode}</strong>, {location}: {what}
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
    </div>
  );
}

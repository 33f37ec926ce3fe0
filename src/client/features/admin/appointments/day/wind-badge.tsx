import { Badge } from '@/client/components/badge';
import { type WindWarning, windText } from '@/domain/wind';

/** Warns of forecast wind above the owner's limit. */
export function WindBadge({ wind }: { wind: WindWarning }) {
  const text = windText(wind);
  return (
    <Badge tone="red" icon="warning">
      <span className="tabular first-letter:uppercase">{text}</span>
    </Badge>
  );
}

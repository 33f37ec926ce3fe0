import { Badge } from '@/client/components/badge';
import { type WindWarning, windText } from '@/domain/wind';

/** Says that the forecast has more wind than the owner wants. */
export function WindBadge({ wind }: { wind: WindWarning }) {
  const text = windText(wind);
  return (
    <Badge tone="red" icon="warning">
      <span className="tabular first-letter:uppercase">{text}</span>
    </Badge>
  );
}

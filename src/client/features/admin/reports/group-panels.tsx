import { Panel } from '@/client/components/panel';
import { FiguresTable } from '@/client/components/plot/figures-table';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { plotOf } from './figures';

type Group = Outputs['admin']['reportGroups']['drivers'][number];

const POLL_MS = 60_000;

type GroupPanelsProps = { input: { from: string; to: string } };

/** The deliveries of a report by driver and by place, with the share that was on time. */
export function GroupPanels({ input }: GroupPanelsProps) {
  const { data } = trpc.admin.reportGroups.useQuery(input, { refetchInterval: POLL_MS });
  if (!data) return null;
  return (
    <>
      <GroupPanel title="Drivers" by="Driver" groups={data.drivers} />
      <GroupPanel title="Places" by="Place" groups={data.places} />
    </>
  );
}

const COLUMNS = ['Deliveries', 'Gallons', 'Sales', 'On time'] as const;

function GroupPanel({
  title,
  by,
  groups,
}: {
  title: string;
  by: string;
  groups: readonly Group[];
}) {
  const sum = (of: 'deliveries' | 'gallonsTenths' | 'salesCents' | 'onTime' | 'late') =>
    groups.reduce((total, group) => total + group[of], 0);
  return (
    <Panel
      tight
      title={title}
      subtitle="On time means completed by the end of the window. Walk-ups have no window."
    >
      <FiguresTable
        label={`${title} in numbers`}
        by={by}
        className="max-h-64"
        columns={COLUMNS}
        rows={groups.map((group) => ({
          key: group.name,
          name: group.name,
          figures: figuresOf(group),
        }))}
        total={figuresOf({
          deliveries: sum('deliveries'),
          gallonsTenths: sum('gallonsTenths'),
          salesCents: sum('salesCents'),
          onTime: sum('onTime'),
          late: sum('late'),
        })}
      />
    </Panel>
  );
}

function figuresOf({ deliveries, gallonsTenths, salesCents, onTime, late }: Omit<Group, 'name'>) {
  const timed = onTime + late;
  return [
    plotOf('deliveries').text(deliveries),
    plotOf('regularGallonsTenths').text(gallonsTenths),
    plotOf('revenueCents').text(salesCents),
    timed === 0 ? 'None' : `${Math.round((100 * onTime) / timed)}%`,
  ];
}

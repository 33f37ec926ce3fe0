import { Panel } from '@/client/components/panel';
import { FiguresTable } from '@/client/components/plot/figures-table';
import { type Outputs, trpc } from '@/client/lib/trpc';
import { plotOf } from './figures';

type Group = Outputs['admin']['reportGroups']['drivers'][number];

const POLL_MS = 60_000;

type GroupPanelsProps = { input: { from: string; to: string } };

/** The deliveries of a report by driver and by place, and how full each time window was. */
export function GroupPanels({ input }: GroupPanelsProps) {
  const { data } = trpc.admin.reportGroups.useQuery(input, { refetchInterval: POLL_MS });
  if (!data) return null;
  return (
    <>
      <GroupPanel title="Drivers" by="Driver" groups={data.drivers} />
      <GroupPanel title="Places" by="Place" groups={data.places} />
      <WindowPanel windows={data.windows} />
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
  const largest = Math.max(0, ...groups.map(({ salesCents }) => salesCents));
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
          share: largest === 0 ? 0 : group.salesCents / largest,
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

function WindowPanel({ windows }: { windows: Outputs['admin']['reportGroups']['windows'] }) {
  const [booked, spots] = (['booked', 'spots'] as const).map((of) =>
    windows.reduce((total, window) => total + window[of], 0),
  ) as [number, number];
  return (
    <Panel
      tight
      title="Time windows"
      subtitle="The share of offered spots that were booked. Blocked windows and closed days don’t count."
    >
      <FiguresTable
        label="Time windows in numbers"
        by="Window"
        className="max-h-64"
        columns={['Booked', 'Spots', 'Filled']}
        rows={windows.map((window) => ({
          key: window.label,
          name: window.label,
          share: window.booked / window.spots,
          figures: fillOf(window),
        }))}
        total={fillOf({ booked, spots })}
      />
    </Panel>
  );
}

const fillOf = ({ booked, spots }: { booked: number; spots: number }) => [
  plotOf('deliveries').text(booked),
  plotOf('deliveries').text(spots),
  shareText(booked, spots),
];

const shareText = (part: number, whole: number) =>
  whole === 0 ? 'None' : `${Math.round((100 * part) / whole)}%`;

function figuresOf({ deliveries, gallonsTenths, salesCents, onTime, late }: Omit<Group, 'name'>) {
  return [
    plotOf('deliveries').text(deliveries),
    plotOf('regularGallonsTenths').text(gallonsTenths),
    plotOf('revenueCents').text(salesCents),
    shareText(onTime, onTime + late),
  ];
}

import { Link } from '@tanstack/react-router';
import { useFormContext } from 'react-hook-form';
import { DefinitionList } from '@/client/components/definition-list';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { PhoneLink } from '@/client/components/phone-link';
import { useCompany } from '@/client/lib/company';
import { type BusinessSettings, mailSender } from '@/domain/business-settings';
import { sender } from '@/domain/messages/customer-texts';
import { Group, Sentences, Text } from './setting-fields';
import type { Settings, SettingValues } from './setting-values';
import { SettingsForm } from './settings-form';

/** Edits the company details that customers see, and the sender of its messages. */
export function CompanyForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      settings={settings}
      title="Company"
      icon={OTHER_ICONS.company}
      name="Company"
      what="the company"
    >
      <Group title="Name and place">
        <Text name="companyName" settings={settings} />
        <Text name="waters" settings={settings} />
        <Text name="companyAddress" settings={settings} />
        <Text name="licenseLine" settings={settings} />
        <Sentences name="cancellationPolicy" settings={settings} />
      </Group>
      <Group title="Message sender">
        <Text name="senderName" settings={settings} />
        <Text name="senderEmail" settings={settings} />
      </Group>
      <Preview settings={settings} />
      <Elsewhere />
    </SettingsForm>
  );
}

/** Shows what customers will read, with the values as typed. */
function Preview({ settings: { settings, defaults } }: { settings: Settings }) {
  const company = useCompany();
  const typed = useFormContext<SettingValues>().watch();
  const value = (name: keyof BusinessSettings & keyof SettingValues) =>
    String(typed[name] ?? '').trim() || String(defaults[name]);
  const name = value('companyName');
  const from = mailSender({
    ...settings,
    companyName: name,
    senderName: value('senderName'),
    senderEmail: value('senderEmail'),
  });
  return (
    <section aria-label="Preview">
      <h3 className="mb-2 text-lg font-semibold">Preview</h3>
      <div className="grid gap-4 md:grid-cols-2">
        <div className="rounded-field border border-edge p-[min(1rem,4vw)] wrap-anywhere">
          <p className="text-lg font-semibold">{name}</p>
          <p className="text-muted">
            <span className="block">{value('companyAddress')}</span>
            <span className="whitespace-nowrap">{company?.phone}</span>, {company?.email}
            <span className="block">{value('licenseLine')}</span>
          </p>
          <p className="mt-2">Receipt D-7KM3Q9</p>
        </div>
        <DefinitionList
          layout="stacked"
          items={[
            {
              term: 'Emails from',
              value: `${from.name ?? name}${from.address ? `, ${from.address}` : ''}`,
            },
            { term: 'Text messages', value: `${sender(name)}Your driver is on the way.` },
          ]}
        />
      </div>
    </section>
  );
}

/** Lists the company's facts that are set elsewhere, and where to set them. */
function Elsewhere() {
  const company = useCompany();
  return (
    <DefinitionList
      layout="stacked"
      className="border-t border-edge/70 pt-4"
      items={[
        {
          term: 'Phone, email, and hours',
          value: (
            <>
              {company ? (
                <>
                  <PhoneLink phone={company.phone} />, {company.email}.{' '}
                </>
              ) : null}
              <Link to="/admin" search={{ tab: 'support' }} className="link py-3">
                Support Settings
              </Link>
            </>
          ),
        },
        {
          term: 'Service area',
          value: (
            <a href="#service-area" className="link py-3">
              Center, radius, ZIP Codes, and orders outside the area
            </a>
          ),
        },
        {
          term: 'Time zone',
          value: (
            <a href="#time-zone" className="link py-3">
              The time zone for all dates and windows
            </a>
          ),
        },
      ]}
    />
  );
}

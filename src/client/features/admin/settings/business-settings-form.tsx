import { NumberInput } from '@/client/components/form/number-input';
import { OTHER_ICONS } from '@/client/components/other-icons';
import { Amount, Group, Hour, hours, Policy, Setting, Text, YesOrNo } from './setting-fields';
import type { Settings } from './setting-values';
import { SettingsForm } from './settings-form';

/** The rules of the business. */
export function BusinessSettingsForm({ settings }: { settings: Settings }) {
  return (
    <SettingsForm
      settings={settings}
      title="Business rules"
      icon={OTHER_ICONS.settings}
      name="Settings"
      what="the settings"
    >
      <Group title="Payments">
        <Amount name="confirmAbove" settings={settings} />
        <Amount name="confirmRefundsAbove" settings={settings} />
      </Group>
      <Group title="Service area" id="service-area">
        <Setting name="serviceRadiusMiles" settings={settings}>
          <NumberInput name="serviceRadiusMiles" step={1} after="miles" />
        </Setting>
        <Text name="serviceCenter" settings={settings} />
        <Text name="serviceZips" settings={settings} />
        <Policy name="areaPolicy" settings={settings} />
      </Group>
      <Group title="Closing the day">
        <Setting name="countLimit" settings={settings}>
          <NumberInput name="countLimit" decimal after="gal" />
        </Setting>
      </Group>
      <Group title="Weather">
        <Setting name="windLimitMph" settings={settings}>
          <NumberInput name="windLimitMph" step={1} after="mph" />
        </Setting>
      </Group>
      <Group title="Message hours">
        <Hour name="messagesFromHour" settings={settings} hours={hours(0, 23)} />
        <Hour name="messagesUntilHour" settings={settings} hours={hours(1, 24)} />
        <Hour name="eveningHour" settings={settings} hours={hours(0, 23)} />
      </Group>
      <Group title="Proof of delivery">
        <YesOrNo name="asksForPhoto" settings={settings} />
        <YesOrNo name="asksForSignature" settings={settings} />
        <YesOrNo name="asksForReadings" settings={settings} />
        <YesOrNo name="showsPhotos" settings={settings} />
      </Group>
    </SettingsForm>
  );
}

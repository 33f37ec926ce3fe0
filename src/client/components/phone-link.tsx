import type { ReactNode } from 'react';
import { usePhone } from '@/client/lib/use-phone';

type PhoneLinkProps = {
  /** The phone number as it was typed. */
  phone: string;
  className?: string;
  /** Replaces the number as the link's text. */
  children?: ReactNode;
};

/** Links to a call to this phone number. */
export function PhoneLink({ phone, className = 'link', children }: PhoneLinkProps) {
  return (
    <a className={className} href={usePhone(phone).call}>
      {children ?? <PhoneText phone={phone} />}
    </a>
  );
}

/** The longest number that fits on a line of a narrow screen: "+44 20 7946 0958 ext. 1234". */
const ONE_LINE = 26;

/** Shows a phone number on one line. On a narrow screen, large text shrinks to fit. */
export function PhoneText({ phone }: { phone: string }) {
  const { shown } = usePhone(phone);
  if (shown.length > ONE_LINE) return <span className="tabular break-words">{shown}</span>;
  return (
    <span className="tabular inline-block text-[min(1em,6vw)] whitespace-nowrap">{shown}</span>
  );
}

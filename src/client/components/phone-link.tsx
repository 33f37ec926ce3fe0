import type { ReactNode } from 'react';
import { usePhone } from '@/client/lib/use-phone';

type PhoneLinkProps = {
  /** As typed. */
  phone: string;
  className?: string;
  /** The number, unless another text is given. */
  children?: ReactNode;
};

/** Calls a phone number. */
export function PhoneLink({ phone, className = 'link', children }: PhoneLinkProps) {
  return (
    <a className={className} href={usePhone(phone).call}>
      {children ?? <PhoneText phone={phone} />}
    </a>
  );
}

/** The longest number that fits one line of a narrow screen: "+44 20 7946 0958 ext. 1234". */
const ONE_LINE = 26;

/** A phone number on one line, in smaller letters where large ones would not fit a narrow screen. */
export function PhoneText({ phone }: { phone: string }) {
  const { shown } = usePhone(phone);
  if (shown.length > ONE_LINE) return <span className="tabular break-words">{shown}</span>;
  return (
    <span className="tabular inline-block text-[min(1em,6vw)] whitespace-nowrap">{shown}</span>
  );
}

import { toast } from '@/client/components/toast-store';
import { problemOf } from '@/client/lib/problem';

/** Does something that may fail; then says so under `title` and answers null. */
export async function attempt<T>(title: string, job: () => Promise<T>): Promise<T | null> {
  try {
    return await job();
  } catch (error) {
    toast({ variant: 'destructive', title, description: problemOf(error).message });
    return null;
  }
}

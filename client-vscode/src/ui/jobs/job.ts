/** What the server tells of a piece of long work in `seismograd/job`. */
export interface Job {
  id: string;
  kind: string;
  title: string;
  state: "queued" | "running" | "done" | "failed" | "cancelled" | "interrupted";
  message: string | null;
  percentage: number | null;
}

/** Whether nothing more will be told of a job. */
export function isOver(job: Job): boolean {
  return job.state !== "running" && job.state !== "queued";
}

/** One line for people: what is done and how far it has come. */
export function jobText(job: Job): string {
  const progress = [
    job.percentage === null ? null : `${Math.round(job.percentage)}%`,
    job.message,
  ].filter((part) => part !== null && part !== "");
  return progress.length === 0 ? job.title : `${job.title}: ${progress.join(", ")}`;
}

import { readdirSync, readFileSync } from 'node:fs'

/** What a process and all that it started use; a process that ends meanwhile is left out. Linux only. */
export interface TreeUsage {
  /** Shared pages are counted once (PSS). */
  readonly megabytes: number
  /** Of the processor, since each process began. */
  readonly seconds: number
}

const read = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

/** The fields of /proc/PID/stat that follow the name, which may hold spaces and brackets itself. */
const statOf = (pid: number): string[] => {
  const stat = read(pid, 'stat') ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const treeOf = (root: number): number[] => {
  const all = readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
  const children = Map.groupBy(all, pid => Number(statOf(pid)[1]))
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)]
  return below(root)
}

const ticksPerSecond = 100

export const usageOf = (root: number): TreeUsage => {
  const processes = treeOf(root)
  const kilobytes = (pid: number) => Number(/^Pss: +(\d+)/m.exec(read(pid, 'smaps_rollup') ?? '')?.[1] ?? 0)
  const ticks = (pid: number) => Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0)
  const sum = (values: number[]) => values.reduce((total, one) => total + one, 0)
  return {
    megabytes: sum(processes.map(kilobytes)) / 1024,
    seconds: sum(processes.map(ticks)) / ticksPerSecond,
  }
}

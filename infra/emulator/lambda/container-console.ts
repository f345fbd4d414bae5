/**
 * Console of a function with JSON logs, as Lambda's runtime writes them:
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-logging.html
 */
import { format } from 'node:util'

const levels = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL']
const methods = {
  trace: 'TRACE',
  debug: 'DEBUG',
  info: 'INFO',
  log: 'INFO',
  warn: 'WARN',
  error: 'ERROR',
} as const

export const writeJsonLogs = (wantedLevel: string, requestId: () => string | undefined): void => {
  const lowest = Math.max(0, levels.indexOf(wantedLevel))
  for (const [method, level] of Object.entries(methods) as [keyof typeof methods, string][]) {
    console[method] = (...values: unknown[]) => {
      if (levels.indexOf(level) < lowest) return
      const line = { timestamp: new Date().toISOString(), level, requestId: requestId(), ...describe(values) }
      process.stdout.write(`${toJson(line)}\n`)
    }
  }
}

const describe = (values: unknown[]): object => {
  const [first] = values
  if (values.length !== 1) return { message: format(...values) }
  if (!(first instanceof Error)) return { message: first }
  const stackTrace = (first.stack ?? '').split('\n').slice(1)
  return {
    errorType: first.name,
    errorMessage: first.message,
    stackTrace: stackTrace.map(line => line.trim()),
  }
}

const toJson = (line: object): string => {
  try {
    return JSON.stringify(line, (_key, value) =>
      value instanceof Error ? { name: value.name, message: value.message } : value,
    )
  } catch {
    return JSON.stringify({ ...line, message: format(line) })
  }
}

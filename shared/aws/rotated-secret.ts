import { forgetSecret, secret } from './secret.ts'

const rereadMs = 60_000
const rereadAt = new Map<string, number>()

/** The text of a secret of which this value was refused: it may have been rotated. Read anew at most once a minute. */
export const secretInsteadOf = async (
  name: string,
  refused: string,
  nowMs: number = Date.now(),
): Promise<string> => {
  const isRefused = (await secret(name)) === refused
  if (isRefused && nowMs - (rereadAt.get(name) ?? 0) >= rereadMs) {
    rereadAt.set(name, nowMs)
    forgetSecret(name)
  }
  return secret(name)
}

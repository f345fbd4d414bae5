import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import { close, listen } from '../../infra/emulator/server.ts'

/**
 * A port for a program that is told one. Below what systems hand out (from 32768 on Linux) and what engines choose, so that
 * nobody takes it by chance before it is used; and nobody is given it twice, since this process holds the odd port after it
 * for as long as it lives.
 */
export const freePort = async (): Promise<number> => {
  const port = 2 * randomInt(10_000, 13_000)
  const claim = createServer().unref()
  const itself = createServer()
  try {
    await listen(claim, port + 1, '127.0.0.1')
    await listen(itself, port, '127.0.0.1')
  } catch {
    claim.close()
    return freePort()
  }
  await close(itself)
  return port
}

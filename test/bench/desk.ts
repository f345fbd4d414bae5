/*
 * How fast the desk lets somebody decide: node test/bench/desk.ts. Thirty reports of which nothing is flagged, approved
 * by keyboard in a real browser on a stage of this machine. No time is counted in which a reviewer would look.
 */

import { stages } from '../../infra/stages.ts'
import { openBrowser } from '../browser/browser.ts'
import { decideByKeys, unflaggedCase } from '../browser/desk-pace.ts'
import { startWorld } from '../support/environment.ts'
import { signIn } from '../support/sign-in.ts'
import { unlessShort } from './options.ts'

const count = unlessShort(30, 2)
await using world = await startWorld({
  settings: { fieldwork: { ...stages.local.fieldwork, backCheckShare: 0 } },
})
const browser = await openBrowser()
const agent = await signIn(world, 'agent-1')
const cases: string[] = []
while (cases.length < count) cases.push(await unflaggedCase(world, agent, `${cases.length + 1} Fast Street`))
const { keys, seconds } = await decideByKeys(browser, world, cases)
console.table({
  cases: { total: count, 'a case': 1 },
  keys: { total: keys, 'a case': Number((keys / count).toFixed(2)) },
  seconds: { total: Number(seconds.toFixed(1)), 'a case': Number((seconds / count).toFixed(2)) },
})
await browser.close()

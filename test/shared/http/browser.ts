import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Action } from '../../../shared/http/action.ts'
import type { ApiHandler } from '../../../shared/http/serve.ts'
import { openWorld, request, send, type World } from './chain.ts'
import { cup } from './path.ts'

export const ownPage = { origin: 'https://api.example.com', 'sec-fetch-site': 'same-origin' }

interface Asked {
  readonly cookies?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

type Actions = Readonly<Record<'readThing' | 'seeThing' | 'dropThing', Action<never>>>
type Serve = (actions: Actions, ports: World['ports']) => ApiHandler

/** One request of somebody's browser over https to a path of things, with this cookie unless it says otherwise. */
export const browser =
  (cookie: string, serve: Serve, world = openWorld) =>
  async (method: string, { cookies = [cookie], headers = {} }: Asked = {}) => {
    const callers: unknown[] = []
    const opened = world()
    const answering =
      (answer: object): Action<never> =>
      async ({ caller }) =>
        ({ ...answer, ...(callers.push(caller) && {}) }) as never
    const shown = answering({ status: 200, body: cup })
    const actions = { readThing: shown, seeThing: shown, dropThing: answering({ status: 204 }) }
    const event = request({ method })
    const { authorization: _, ...others } = event.headers
    const given = { ...others, 'x-forwarded-proto': 'https', ...headers }
    const sent = { ...event, headers: given, cookies } as unknown as APIGatewayProxyEventV2
    const answer = await send(serve(actions, opened.ports), sent)
    const { code } = JSON.parse(answer.body || '{}')
    return { status: answer.statusCode, code, callers, answer, world: opened }
  }

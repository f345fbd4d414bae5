import type { Page } from 'playwright-core'
import type { World } from '../support/environment.ts'
import { eventually } from '../support/eventually.ts'
import { addressOrder } from '../support/orders.ts'
import type { Receiver } from '../support/receiver.ts'

/** What strangers may have written: markup to the letter. */
export const hostile =
  '<img src=x onerror="document.title=`taken`"><script>document.title="taken"</script>&amp;'

/** A receiver that refuses with markup until it is mended. */
export const brokenReceiver = async (world: World): Promise<Receiver & { mend(): void }> => {
  let isBroken = true
  const receiver = await world.receiver((_count, response) => {
    if (isBroken) response.writeHead(500, { 'content-type': 'text/html' }).end(`${hostile} database is down`)
    else response.writeHead(200).end('thanks')
  })
  return Object.assign(receiver, {
    mend: () => {
      isBroken = false
    },
  })
}

/** An integrator's organisation with a broken endpoint, a verification whose event failed there, and a bad request. */
export const furnish = async (world: World) => {
  const client = await world.client()
  const receiver = await brokenReceiver(world)
  const endpoint = await client.post('/v1/webhooks', { url: receiver.url, description: hostile })
  const applicant = { firstname: 'Ngozi', lastname: 'Adeyemi', phone: '08031234567' }
  const order = await client.post('/v1/addresses', addressOrder({ customerReference: hostile, applicant }))
  const eventId = `evt_${order.body.id}_completed`
  await eventually(async () => {
    const { body } = await client.get(`/v1/events/${eventId}`)
    return body.attempts?.length > 0
  }, 'an attempt')
  const claim = { firstname: 'Bunch', lastname: 'Dillon' }
  const lookup = await client.post('/v1/ng/identities/nin/63184876213', claim)
  // The latest of the request log.
  await client.post('/v1/addresses', addressOrder({ city: '' }))
  return {
    client,
    receiver,
    endpointId: endpoint.body.id as number,
    orderId: order.body.id as number,
    lookupId: lookup.body.id as number,
    eventId,
  }
}

export type Furnished = Awaited<ReturnType<typeof furnish>>

/** Signs in by the form. */
export const signInByForm = async (page: Page, clientId = 'local-test'): Promise<void> => {
  await page.getByLabel('Client id').fill(clientId)
  await page.getByLabel('Secret').fill(`${clientId}-secret`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Portal' }).waitFor()
}

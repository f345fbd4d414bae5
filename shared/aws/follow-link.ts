import { transport } from './transport.ts'

/** What is at a presigned link, by our own transport: the SDK would make a stream of it. */
export const followLink = async (link: string) => {
  const { protocol, hostname, port, pathname, search, host } = new URL(link)
  const { response } = await transport().handle({
    ...{ protocol, hostname, port, path: `${pathname}${search}`, headers: { host } },
    method: 'GET',
  })
  return response
}

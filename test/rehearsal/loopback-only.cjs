// Preloaded into every Node process of a rehearsal, the functions' own included: no connection leaves this machine, and
// no name is looked up. What tries fails there, and is noted in a file that the rehearsal reads at its end.
const { appendFileSync } = require('node:fs')
const dns = require('node:dns')
const net = require('node:net')

const isLoopback = host => /^(localhost|127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/.test(host)

const refuse = host => {
  const who = process.env.AWS_LAMBDA_FUNCTION_NAME ?? process.argv[1]
  if (process.env.BEYOND_LOOPBACK) appendFileSync(process.env.BEYOND_LOOPBACK, `${who}: ${host}\n`)
  return Object.assign(new Error(`a rehearsal stays on this machine: ${host}`), { code: 'ENETUNREACH' })
}

const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  // `net.connect` hands over what it was given as one list.
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  const isPath = typeof first === 'string' || typeof first?.path === 'string'
  const host = (typeof first === 'object' ? first?.host : second) ?? 'localhost'
  if (isPath || isLoopback(host)) return connect.apply(this, args)
  process.nextTick(() => this.destroy(refuse(host)))
  return this
}

const { lookup } = dns
dns.lookup = (host, ...rest) =>
  isLoopback(host) ? lookup(host, ...rest) : process.nextTick(rest.at(-1), refuse(host))

const { lookup: promiseOf } = dns.promises
dns.promises.lookup = async (host, options) => {
  if (isLoopback(host)) return promiseOf(host, options)
  throw refuse(host)
}

for (const family of ['resolve4', 'resolve6']) {
  dns.promises.Resolver.prototype[family] = async host => {
    throw refuse(host)
  }
}

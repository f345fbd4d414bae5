/*
 * Loaded before a program of ours, by any Node: an older one understands neither the program nor its types. npm's scripts
 * take the Node that the install brought, or else, where that cannot run, the PATH's.
 */
const needed = 24
if (Number.parseInt(process.versions.node, 10) < needed) {
  console.error(
    `This needs Node ${needed} or later, and found Node ${process.versions.node}. npm ci brings one, which is missing here or ` +
      `cannot run, as on musl or NixOS. Put Node ${needed} or later on the PATH.`,
  )
  process.exit(1)
}

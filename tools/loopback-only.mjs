// Preloaded (`node --import`) into js-redis-server, which has no option for the address it listens on: without one it would be all of them.
import net from 'node:net';

const { listen } = net.Server.prototype;
net.Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  return typeof port === 'number' ? listen.call(this, port, '127.0.0.1', ...rest) : listen.call(this, port, ...rest);
};

// Preloaded (`node --import`) into js-redis-server, which has no option for its address and would listen on all addresses.
import net from 'node:net';

const listen = Reflect.get(net.Server.prototype, 'listen');
net.Server.prototype.listen = function listenOnLoopback(port, ...rest) {
  return typeof port === 'number' ? listen.call(this, port, '127.0.0.1', ...rest) : listen.call(this, port, ...rest);
};

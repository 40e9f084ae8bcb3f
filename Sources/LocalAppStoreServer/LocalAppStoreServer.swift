import FlyingFox
import LocalAppStore
